package io.broadsheet.publisher.channel;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One request on its way. Its phase is moved by compare-and-set, so that the event loop that would
 * write and the caller that gives up never disagree about whether bytes left.
 */
final class HttpExchange {

  /** No answer of these APIs comes near it; a public page of a channel is some 200 KB. */
  static final int MAX_ANSWER_BYTES = 4 * 1024 * 1024;

  private enum Phase {
    ACQUIRING,
    WRITING,
    ENDED
  }

  private final HttpClient client;
  private final HttpRequest request;
  private final Call call;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.ACQUIRING);
  private final CompletableFuture<HttpResult> result = new CompletableFuture<>();
  private volatile HttpClientRequest written;

  HttpExchange(HttpClient client, HttpRequest request, Call call) {
    this.client = client;
    this.request = request;
    this.call = call;
  }

  /**
   * Begins; the future completes with a result, unless {@link #abandon} comes first.
   *
   * @param connectMs how long a connection may take, 1 or more
   */
  CompletableFuture<HttpResult> start(long connectMs) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(request.method()))
            .setAbsoluteURI(request.uri().toString())
            .setFollowRedirects(false)
            .setConnectTimeout(connectMs)
            .putHeader(HttpHeaders.USER_AGENT, "broadsheet")
            .putHeader(HttpHeaders.ACCEPT, "*/*");
    client.request(options).onSuccess(this::write).onFailure(this::notConnected);
    return result;
  }

  /** Gives up. Nothing is written from here on; says whether something was. */
  HttpResult abandon(String code, String message) {
    if (phase.compareAndSet(Phase.ACQUIRING, Phase.ENDED)) {
      return new HttpResult.NotWritten(
          code, message + "; no connection to " + request.uri().getHost() + " yet");
    }
    phase.set(Phase.ENDED);
    // Before the reset, which would be told in place of the reason for it.
    result.complete(new HttpResult.NoAnswer(code, message));
    HttpClientRequest open = written;
    if (open != null) {
      open.reset();
    }
    return result.join();
  }

  private void write(HttpClientRequest connected) {
    if (!call.mayStillWrite()) {
      phase.compareAndSet(Phase.ACQUIRING, Phase.ENDED);
    }
    // Each failure comes as a result: Vert.x would log it as well.
    connected.exceptionHandler(this::noAnswer);
    connected.connection().exceptionHandler(this::noAnswer);
    written = connected;
    if (!phase.compareAndSet(Phase.ACQUIRING, Phase.WRITING)) {
      result.complete(
          call.hold().holds()
              ? new HttpResult.NotWritten("held", "the API asked to wait before this was written")
              : new HttpResult.NotWritten(
                  "deadline", "the deadline passed before the request was written"));
      connected.reset();
      return;
    }
    if (!request.contentType().isEmpty()) {
      connected.putHeader(HttpHeaders.CONTENT_TYPE, request.contentType());
    }
    request.headers().forEach(connected::putHeader);
    connected
        .send(Buffer.buffer(request.body()))
        .onSuccess(response -> read(connected, response))
        .onFailure(this::noAnswer);
  }

  private void read(HttpClientRequest connected, HttpClientResponse response) {
    Buffer body = Buffer.buffer();
    response.exceptionHandler(this::noAnswer);
    response.handler(
        chunk -> {
          if (body.length() + chunk.length() > MAX_ANSWER_BYTES) {
            result.complete(
                new HttpResult.NoAnswer(
                    "too-large", "the answer is larger than " + MAX_ANSWER_BYTES + " bytes"));
            connected.reset();
          } else {
            body.appendBuffer(chunk);
          }
        });
    response.endHandler(
        end ->
            result.complete(
                new HttpResult.Answered(
                    response.statusCode(),
                    body.toString(),
                    RetryAfter.seconds(
                        response.statusCode(), response::getHeader, Instant.now()))));
  }

  private void notConnected(Throwable failure) {
    phase.compareAndSet(Phase.ACQUIRING, Phase.ENDED);
    result.complete(new HttpResult.NotWritten("connect", reason(failure)));
  }

  private void noAnswer(Throwable failure) {
    result.complete(new HttpResult.NoAnswer("no-answer", reason(failure)));
  }

  private static String reason(Throwable failure) {
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
  }
}
