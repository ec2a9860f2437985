package io.broadsheet.local;

import io.broadsheet.embedded.ChildProcess;
import io.broadsheet.embedded.LogTail;
import io.broadsheet.embedded.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Waits until a process answers over HTTP. */
public final class Readiness {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  // A service logs each time that it is asked too early.
  private static final Duration STEP = Duration.ofMillis(250);
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final int OK = 200;

  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(ANSWER).build();

  private Readiness() {}

  /**
   * Asks until the answer is 200.
   *
   * @throws UpFailed if the process ends, or is not ready within 120 s; the message ends with its
   *     log
   */
  public static void await(ChildProcess process, String url) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).timeout(ANSWER).build();
    try {
      Waiting.until(
          LIMIT,
          STEP,
          () -> !process.isAlive() || answers(request),
          () -> process.name() + " is not ready");
    } catch (IllegalStateException e) {
      throw failed(process, e.getMessage());
    }
    if (!process.isAlive()) {
      throw failed(process, process.name() + " has ended with exit code " + process.exitCode());
    }
  }

  private static UpFailed failed(ChildProcess process, String what) {
    return new UpFailed(what + ". " + process.log() + " ends:\n  " + LogTail.of(process.log()));
  }

  private static boolean answers(HttpRequest request) {
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == OK;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
