package io.broadsheet.publisher.channel;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.BiFunction;
import java.util.function.Function;

/** An HTTP server that answers as a test says, for what the sandbox cannot be brought to answer. */
public final class ScriptedApi implements AutoCloseable {

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;

  /**
   * @param answer the body for a request whose form has been read
   */
  public ScriptedApi(Function<HttpServerRequest, String> answer) {
    server =
        listen(
            request -> {
              request.setExpectMultipart(isForm(request));
              request.endHandler(end -> request.response().end(answer.apply(request)));
            });
  }

  /**
   * @param answer the body for a request and its own body
   */
  public ScriptedApi(BiFunction<HttpServerRequest, Buffer, String> answer) {
    server =
        listen(
            request ->
                request
                    .body()
                    .onSuccess(body -> request.response().end(answer.apply(request, body))));
  }

  private HttpServer listen(Handler<HttpServerRequest> handler) {
    return vertx
        .createHttpServer()
        .requestHandler(handler)
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  private static boolean isForm(HttpServerRequest request) {
    String type = request.getHeader("Content-Type");
    return type != null && !type.contains("json");
  }

  /** To make channels with. */
  public Vertx vertx() {
    return vertx;
  }

  /** Where it is. */
  public String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
