package io.broadsheet.generator.writing.chat;

import io.broadsheet.generator.writing.ChatFailure;
import io.broadsheet.generator.writing.ChatFault.Down;
import io.broadsheet.generator.writing.ChatFault.Refused;
import io.broadsheet.generator.writing.Deadline;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;

/** Posts once and waits for the whole answer. Nothing here retries or follows redirects. */
final class HttpPost {

  /** No answer comes near it; a whole article takes some tens of kilobytes. */
  static final int MAX_ANSWER_BYTES = 4_000_000;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

  private final HttpClient client;
  private final Redaction redaction;
  private final boolean patient;

  /**
   * @param patient whether the same call may be worth it after a timeout
   */
  HttpPost(Optional<SSLContext> trust, Redaction redaction, boolean patient) {
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER);
    trust.ifPresent(builder::sslContext);
    this.client = builder.build();
    this.redaction = redaction;
    this.patient = patient;
  }

  /**
   * Any status comes back as a reply.
   *
   * @param deadline of connecting, asking and reading
   * @throws ChatFailure if there is none
   */
  HttpReply send(
      URI uri, String contentType, Map<String, String> headers, byte[] body, Deadline deadline) {
    long wait = Math.max(1, deadline.remaining().plusNanos(999_999).toMillis());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", contentType)
            .header("Accept", "application/json")
            .header("User-Agent", "broadsheet")
            .POST(BodyPublishers.ofByteArray(body));
    headers.forEach(request::setHeader);
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request.build(), response -> new BoundedBody(MAX_ANSWER_BYTES));
    try {
      HttpResponse<String> response = answer.get(wait, TimeUnit.MILLISECONDS);
      return new HttpReply(
          response.statusCode(), RetryAfter.of(response.headers()), response.body());
    } catch (TimeoutException e) {
      answer.cancel(true);
      // Asking again costs as much time again, which another writer, if any, can use better.
      throw ChatFailure.unpriced(
          new Down(Down.Reason.TIMEOUT, patient, "did not answer within " + wait + " ms"));
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw ChatFailure.unpriced(
          new Down(Down.Reason.TIMEOUT, false, "was abandoned before it answered"));
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
  }

  private ChatFailure failure(Throwable cause) {
    if (isIn(cause, BoundedBody.TooLong.class)) {
      return ChatFailure.unpriced(
          new Refused(
              Refused.Reason.TOO_LONG,
              "answered with more than " + MAX_ANSWER_BYTES + " bytes, no article"));
    }
    String told = "could not be reached: " + redaction.apply(reason(cause));
    Down down = new Down(Down.Reason.CONNECTION, true, told);
    return neverLeft(cause) ? ChatFailure.free(down) : ChatFailure.unpriced(down);
  }

  private static boolean neverLeft(Throwable cause) {
    return isIn(cause, ConnectException.class)
        || isIn(cause, HttpConnectTimeoutException.class)
        || isIn(cause, UnknownHostException.class)
        || isIn(cause, SSLHandshakeException.class);
  }

  private static boolean isIn(Throwable failure, Class<? extends IOException> kind) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no such host";
      }
      if (cause.getMessage() != null) {
        return cause.getMessage();
      }
    }
    return failure.getClass().getSimpleName();
  }
}
