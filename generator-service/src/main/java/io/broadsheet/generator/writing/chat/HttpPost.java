package io.broadsheet.generator.writing.chat;

import io.broadsheet.generator.writing.ChatFailure;
import io.broadsheet.generator.writing.ChatFault.Down;
import io.broadsheet.generator.writing.ChatFault.Refused;
import io.broadsheet.generator.writing.Deadline;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.X509TrustManager;

/** Posts once and waits for the whole answer. Nothing here retries or follows redirects. */
final class HttpPost {

  /** No answer comes near it; a whole article takes some tens of kilobytes. */
  static final int MAX_ANSWER_BYTES = 4_000_000;

  private final PostApi api;
  private final Redaction redaction;
  private final boolean patient;

  /**
   * @param trust whom to trust; empty for the platform's authorities
   * @param patient whether the same call may be worth it after a timeout
   */
  HttpPost(Optional<X509TrustManager> trust, Redaction redaction, boolean patient) {
    this.api = PostClient.create(trust, MAX_ANSWER_BYTES);
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
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(
        Map.of(
            "Content-Type", contentType, "Accept", "application/json", "User-Agent", "broadsheet"));
    all.putAll(headers);
    CompletableFuture<Response> answer =
        api.post(new PostApi.Call(uri, all, body)).subscribeAsCompletionStage();
    try (Response response = answer.get(wait, TimeUnit.MILLISECONDS)) {
      return new HttpReply(
          response.getStatus(), RetryAfter.of(response::getHeaderString), text(response));
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

  private static String text(Response response) {
    byte[] body = response.hasEntity() ? response.readEntity(byte[].class) : new byte[0];
    return new String(body, StandardCharsets.UTF_8);
  }

  private ChatFailure failure(Throwable cause) {
    if (isIn(cause, AnswerLimit.TooLong.class)) {
      return ChatFailure.unpriced(
          new Refused(
              Refused.Reason.TOO_LONG,
              "answered with more than " + MAX_ANSWER_BYTES + " bytes, no article"));
    }
    String told = "could not be reached: " + redaction.apply(reason(cause));
    Down down = new Down(Down.Reason.CONNECTION, true, told);
    return neverLeft(cause) ? ChatFailure.free(down) : ChatFailure.unpriced(down);
  }

  // A connect that timed out is a ConnectException too, and so is netty's own kind of it.
  private static boolean neverLeft(Throwable cause) {
    return isIn(cause, ConnectException.class)
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
      if (cause instanceof UnknownHostException) {
        return "no such host";
      }
      // What a ProcessingException says is its cause's name.
      if (cause.getMessage() != null && !(cause instanceof ProcessingException)) {
        return cause.getMessage();
      }
    }
    return failure.getClass().getSimpleName();
  }
}
