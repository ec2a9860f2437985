package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpTransportTest {

  private static final Duration AMPLE = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final Vertx vertx = Vertx.vertx();
  private final HttpTransport transport = HttpTransport.open(vertx, 1);

  @AfterEach
  void stop() {
    join(vertx.close().toCompletionStage());
  }

  private URI http(Handler<HttpServerRequest> handler) {
    int port =
        join(vertx
                .createHttpServer()
                .requestHandler(handler)
                .listen(0, "127.0.0.1")
                .toCompletionStage())
            .actualPort();
    return URI.create("http://127.0.0.1:" + port + "/bot-secret/method");
  }

  private int tcp(Handler<NetSocket> handler) {
    return join(vertx
            .createNetServer()
            .connectHandler(handler)
            .listen(0, "127.0.0.1")
            .toCompletionStage())
        .actualPort();
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private HttpResult get(URI uri, Duration within) {
    return transport.exchange(HttpRequest.get(uri), new Call("key", Deadline.after(within)));
  }

  @Test
  void handsOverTheAnswer() {
    URI uri =
        http(
            request ->
                request.response().setStatusCode(429).putHeader("Retry-After", "17").end("привет"));

    assertThat(get(uri, AMPLE)).isEqualTo(new HttpResult.Answered(429, "привет", Optional.of(17L)));
  }

  @Test
  void saysThatTheDeadlinePassedHoweverTheRequestIsTakenBack() {
    URI uri = http(request -> {});

    for (int i = 0; i < 20; i++) {
      assertThat(get(uri, Duration.ofMillis(150)))
          .isEqualTo(new HttpResult.NoAnswer("timeout", "no answer before the deadline"));
    }
  }

  @Test
  void followsNoRedirect() {
    List<String> paths = new CopyOnWriteArrayList<>();
    URI uri =
        http(
            request -> {
              paths.add(request.path());
              request.response().setStatusCode(302).putHeader("Location", "/elsewhere").end();
            });

    assertThat(get(uri, AMPLE)).isInstanceOf(HttpResult.Answered.class);
    assertThat(paths).containsExactly("/bot-secret/method");
  }

  @Test
  void refusesAnAnswerWithoutEnd() {
    URI uri =
        http(request -> request.response().end("x".repeat(HttpExchange.MAX_ANSWER_BYTES + 1)));

    HttpResult result = get(uri, AMPLE);

    assertThat(result).isInstanceOf(HttpResult.NoAnswer.class);
    assertThat(((HttpResult.NoAnswer) result).code()).isEqualTo("too-large");
  }

  @Test
  void takesTheLargestAnswer() {
    URI uri = http(request -> request.response().end("x".repeat(HttpExchange.MAX_ANSWER_BYTES)));

    assertThat(get(uri, AMPLE)).isInstanceOf(HttpResult.Answered.class);
  }

  @Test
  void doesNotTakeHalfAnAnswer() {
    int port =
        tcp(
            socket ->
                socket.handler(
                    bytes ->
                        socket
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"ok\":true")
                            .onComplete(done -> socket.close())));

    assertThat(get(URI.create("http://127.0.0.1:" + port), AMPLE))
        .isInstanceOf(HttpResult.NoAnswer.class);
  }

  @Test
  void doesNotRepeatARequestOnAConnectionThatTheServerClosed() {
    List<String> connections = new CopyOnWriteArrayList<>();
    List<String> requests = new CopyOnWriteArrayList<>();
    int port =
        tcp(
            socket -> {
              connections.add("one");
              socket.handler(
                  bytes -> {
                    requests.add(bytes.toString());
                    if (requests.size() == 1) {
                      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                    } else {
                      socket.close();
                    }
                  });
            });
    URI uri = URI.create("http://127.0.0.1:" + port);

    assertThat(get(uri, AMPLE)).isInstanceOf(HttpResult.Answered.class);
    assertThat(get(uri, AMPLE)).isInstanceOf(HttpResult.NoAnswer.class);
    assertThat(requests).hasSize(2);
    assertThat(connections).hasSize(1);
  }

  @Test
  @Case("D4")
  void knowsThatAWaitForTheHandshakeSentNothing() {
    int port = tcp(socket -> {});

    assertThat(get(URI.create("https://127.0.0.1:" + port), SHORT))
        .isInstanceOf(HttpResult.NotWritten.class);
  }

  @Test
  @Case("D4")
  void knowsThatAWaitForAConnectionSentNothingAndLosesNone() {
    List<HttpServerRequest> waiting = new CopyOnWriteArrayList<>();
    URI uri = http(waiting::add);
    CompletableFuture<HttpResult> first = CompletableFuture.supplyAsync(() -> get(uri, AMPLE));
    await().atMost(AMPLE).until(() -> waiting.size() == 1);

    assertThat(get(uri, SHORT)).isInstanceOf(HttpResult.NotWritten.class);

    waiting.get(0).response().end();
    assertThat(first.join()).isInstanceOf(HttpResult.Answered.class);
    CompletableFuture<HttpResult> third = CompletableFuture.supplyAsync(() -> get(uri, AMPLE));
    await().atMost(AMPLE).until(() -> waiting.size() == 2);
    waiting.get(1).response().end();
    assertThat(third.join()).isInstanceOf(HttpResult.Answered.class);
  }

  @Test
  void writesNothingForACallerThatWasStopped() throws InterruptedException {
    List<HttpServerRequest> waiting = new CopyOnWriteArrayList<>();
    URI uri = http(waiting::add);
    CompletableFuture<HttpResult> first = CompletableFuture.supplyAsync(() -> get(uri, AMPLE));
    await().atMost(AMPLE).until(() -> waiting.size() == 1);
    CompletableFuture<HttpResult> second = new CompletableFuture<>();
    Thread caller = new Thread(() -> second.complete(get(uri, AMPLE)));
    caller.start();
    await().atMost(AMPLE).until(() -> caller.getState() == Thread.State.TIMED_WAITING);

    caller.interrupt();

    assertThat(second.join()).isInstanceOf(HttpResult.NotWritten.class);
    waiting.get(0).response().end();
    assertThat(first.join()).isInstanceOf(HttpResult.Answered.class);
    CompletableFuture<HttpResult> third =
        CompletableFuture.supplyAsync(() -> get(uri.resolve("/third"), AMPLE));
    await().atMost(AMPLE).until(() -> waiting.size() == 2);
    assertThat(waiting.get(1).path()).isEqualTo("/third");
    waiting.get(1).response().end();
    assertThat(third.join()).isInstanceOf(HttpResult.Answered.class);
    caller.join();
  }

  @Test
  @Case("D15")
  void asksAgainJustBeforeItWrites() {
    List<HttpServerRequest> arrived = new CopyOnWriteArrayList<>();
    URI uri =
        http(
            request -> {
              arrived.add(request);
              request.response().end();
            });

    // Without a caller that gives up first, as when the caller's thread is frozen.
    HttpResult late =
        new HttpExchange(
                vertx.createHttpClient(),
                HttpRequest.get(uri),
                new Call("key", Deadline.after(Duration.ZERO)))
            .start(AMPLE.toMillis())
            .join();

    assertThat(late).isInstanceOf(HttpResult.NotWritten.class);
    assertThat(((HttpResult.NotWritten) late).code()).isEqualTo("deadline");
    assertThat(arrived).isEmpty();
  }

  @Test
  @Case("D5")
  void writesNothingToAnApiThatAskedToWait() {
    List<HttpServerRequest> arrived = new CopyOnWriteArrayList<>();
    URI uri =
        http(
            request -> {
              arrived.add(request);
              request.response().end();
            });
    Hold hold = Hold.none();
    hold.begin(AMPLE);

    HttpResult held =
        new HttpExchange(
                vertx.createHttpClient(),
                HttpRequest.get(uri),
                new Call("key", Deadline.after(AMPLE), Optional.empty(), hold))
            .start(AMPLE.toMillis())
            .join();

    assertThat(held).isInstanceOf(HttpResult.NotWritten.class);
    assertThat(((HttpResult.NotWritten) held).code()).isEqualTo("held");
    assertThat(arrived).isEmpty();
  }

  @Test
  void namesNoPathInItsMessages() {
    int port = tcp(socket -> socket.close());
    URI uri = URI.create("http://127.0.0.1:" + port + "/bot-secret/method");

    assertThat(get(uri, AMPLE).toString()).doesNotContain("bot-secret");
    assertThat(HttpRequest.get(uri).toString()).doesNotContain("bot-secret");
  }
}
