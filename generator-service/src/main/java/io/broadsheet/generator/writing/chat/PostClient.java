package io.broadsheet.generator.writing.chat;

import io.quarkus.rest.client.reactive.QuarkusRestClientBuilder;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.TrustOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.X509TrustManager;
import org.jboss.resteasy.reactive.client.api.LoggingScope;

/** Makes clients of {@link PostApi}. */
final class PostClient {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  // Longer than any writer's timeout may be. The REST client leaves open, in the pool, what a call
  // connects to after it was cancelled: this frees it in the end.
  private static final Duration SILENCE = Duration.ofMinutes(61);

  // As the JDK's client. Vert.x' 8 KB can be too few for policies and cookies of gateways.
  private static final int MAX_HEADER_BYTES = 384 * 1024;

  // Every call brings its own address. This name never resolves (RFC 6761, 6.4).
  private static final URI NOWHERE = URI.create("http://nowhere.invalid");

  private PostClient() {}

  /**
   * Connects to nothing yet.
   *
   * @param trust whom to trust; empty for the platform's authorities
   * @throws IllegalStateException outside a running application: Quarkus holds the client's code
   */
  static PostApi create(Optional<X509TrustManager> trust, int maxAnswerBytes) {
    return QuarkusRestClientBuilder.newBuilder()
        .baseUri(NOWHERE)
        .connectTimeout(CONNECT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .readTimeout(SILENCE.toMillis(), TimeUnit.MILLISECONDS)
        .followRedirects(false)
        .disableDefaultMapper(true)
        .loggingScope(LoggingScope.NONE)
        .enableCompression(false)
        .register(new PostApi.Addressing())
        .httpClientOptionsCustomizer(options -> secure(options, trust))
        .httpClientRequestCustomizer(new AnswerLimit(maxAnswerBytes))
        .build(PostApi.class);
  }

  // Whatever the platform's settings say of REST clients in general.
  private static void secure(HttpClientOptions options, Optional<X509TrustManager> trust) {
    options
        .setProtocolVersion(HttpVersion.HTTP_1_1)
        .setUseAlpn(false)
        .setDecompressionSupported(false)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setTrustAll(false)
        .setVerifyHost(true);
    trust.ifPresent(manager -> options.setTrustOptions(TrustOptions.wrap(manager)));
  }
}
