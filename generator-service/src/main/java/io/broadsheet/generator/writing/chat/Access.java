package io.broadsheet.generator.writing.chat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.X509TrustManager;

/**
 * How a provider knows us.
 *
 * @param scheme of the Authorization header
 * @param apiKey the key; empty for {@link Scheme#NONE}
 * @param tokenUrl where {@link Scheme#OAUTH} gets its tokens
 * @param scope what the token is for
 * @param headers sent with every call besides
 * @param trust whom to trust; empty for the platform's authorities alone
 */
public record Access(
    Scheme scheme,
    String apiKey,
    Optional<URI> tokenUrl,
    Optional<String> scope,
    Map<String, String> headers,
    Optional<X509TrustManager> trust) {

  /** Ways of authorisation. */
  public enum Scheme {
    /** {@code Authorization: Bearer <key>}. */
    BEARER,
    /** {@code Authorization: Api-Key <key>}, as Yandex has it. */
    API_KEY,
    /** {@code Bearer} with a token that the key buys for a while, as GigaChat has it. */
    OAUTH,
    /** No such header. */
    NONE
  }

  /** What must not be printed. */
  List<String> secrets() {
    List<String> secrets = new ArrayList<>(headers.values());
    secrets.add(apiKey);
    return secrets;
  }

  /** Says nothing but the scheme. */
  @Override
  public String toString() {
    return "Access[" + scheme + "]";
  }
}
