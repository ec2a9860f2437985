package io.broadsheet.generator.writing.chat;

import io.broadsheet.generator.writing.Deadline;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One provider's {@code chat/completions}, with our access to it. */
public final class ChatEndpoint {

  private final URI uri;
  private final Access access;
  private final HttpPost http;
  private final Redaction redaction;
  private final Authorization authorization;

  /**
   * Connects to nothing yet.
   *
   * @param baseUrl as given: only {@code /chat/completions} is appended, before a query if it has
   *     one
   * @param patient whether a timeout is passing: so if there is no other to ask instead
   */
  public ChatEndpoint(URI baseUrl, Access access, boolean patient) {
    this.uri = completions(baseUrl);
    this.access = access;
    this.redaction = new Redaction(secrets(baseUrl, access));
    this.http = new HttpPost(access.trust(), redaction, patient);
    this.authorization =
        switch (access.scheme()) {
          case BEARER -> Authorization.fixed(Optional.of("Bearer " + access.apiKey()));
          case API_KEY -> Authorization.fixed(Optional.of("Api-Key " + access.apiKey()));
          case NONE -> Authorization.fixed(Optional.empty());
          case OAUTH ->
              new AccessTokens(
                  http,
                  access.tokenUrl().orElseThrow(),
                  access.apiKey(),
                  access.scope().orElse("GIGACHAT_API_PERS"),
                  redaction);
        };
  }

  /**
   * Posts a request once.
   *
   * @throws io.broadsheet.generator.writing.ChatFailure if there is no reply
   */
  public HttpReply post(byte[] request, Deadline deadline) {
    Map<String, String> headers = new HashMap<>();
    authorization.header(deadline).ifPresent(header -> headers.put("Authorization", header));
    headers.putAll(access.headers());
    return http.send(uri, "application/json", headers, request, deadline);
  }

  /** The provider refused our authorisation; says whether asking again may help. */
  public boolean refused() {
    return authorization.refused();
  }

  /** What must not be told of its replies. */
  public Redaction redaction() {
    return redaction;
  }

  // Some gateways take the key in the address, and quote that in their errors.
  private static List<String> secrets(URI base, Access access) {
    List<String> secrets = new ArrayList<>(access.secrets());
    if (base.getRawQuery() != null) {
      for (String parameter : base.getRawQuery().split("&")) {
        secrets.add(parameter.substring(parameter.indexOf('=') + 1));
      }
    }
    return secrets;
  }

  private static URI completions(URI base) {
    String query = base.getRawQuery();
    String path = base.getRawPath() == null ? "" : base.getRawPath().replaceAll("/+$", "");
    return URI.create(
        base.getScheme()
            + "://"
            + base.getRawAuthority()
            + path
            + "/chat/completions"
            + (query == null ? "" : "?" + query));
  }
}
