package io.broadsheet.publisher.channel;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The one way to a target's API. It makes each request once: it does not retry, and follows no
 * redirect. It can tell whether bytes left, because Vert.x hands out a connection (name resolved,
 * connected, TLS done, a place in the pool) before anything is written to it.
 */
public final class HttpTransport {

  /** The most that max-in-flight may be: no claimed call waits for a connection of another. */
  private static final int CONNECTIONS = 128;

  /** Shorter than the idle times of common front ends, so that stale connections are rare. */
  private static final int KEEP_ALIVE_S = 20;

  private final HttpClient client;

  private HttpTransport(HttpClient client) {
    this.client = client;
  }

  /** A transport with a small pool of its own, so that one target's hung calls starve no other. */
  public static HttpTransport open(Vertx vertx) {
    return open(vertx, CONNECTIONS);
  }

  // The client stays nameless: Quarkus would publish the paths of a named one as a metric's tags,
  // and Telegram's paths hold the token.
  static HttpTransport open(Vertx vertx, int connections) {
    return new HttpTransport(
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_1_1)
                .setMaxPoolSize(connections)
                .setKeepAliveTimeout(KEEP_ALIVE_S)
                .setPipelining(false)
                .setDecompressionSupported(false)
                .setTcpKeepAlive(true)));
  }

  /**
   * Makes the request and waits for the whole answer, until the call's deadline at the latest. Must
   * not be called on an event loop. {@link Call#mayStillWrite()} is asked on the event loop in the
   * same turn that writes the request.
   */
  public HttpResult exchange(HttpRequest request, Call call) {
    HttpExchange exchange = new HttpExchange(client, request, call);
    try {
      long waitMs = Math.max(1, call.deadline().remaining().toMillis());
      return exchange.start(waitMs).get(waitMs, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return exchange.abandon("timeout", "no answer before the deadline");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return exchange.abandon("interrupted", "this service is stopping");
    } catch (ExecutionException e) {
      throw new IllegalStateException("an exchange ends in a result", e);
    }
  }
}
