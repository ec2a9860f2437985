package io.broadsheet.lab.chaos;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Waits until every replica says itself that it works: what one does not do, its twin does. */
final class HealthWatch {

  private static final Duration STEP = Duration.ofMillis(500);
  private static final Duration ANSWER = Duration.ofSeconds(5);
  private static final int OK = 200;
  private static final int LONGEST_ANSWER = 500;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(ANSWER).build();
  private final Map<String, String> urls;

  /**
   * @param urls where each can be asked, by its name, without a trailing slash
   */
  HealthWatch(Map<String, String> urls) {
    this.urls = urls;
  }

  /**
   * Waits, for all of them together.
   *
   * @param limit zero asks each once
   * @return those that were not live or not ready by then, with their answer
   */
  List<String> await(Duration limit) throws InterruptedException {
    long start = System.nanoTime();
    while (true) {
      List<String> faults =
          urls.entrySet().stream()
              .flatMap(one -> fault(one.getKey(), one.getValue()).stream())
              .toList();
      if (faults.isEmpty() || System.nanoTime() - start >= limit.toNanos()) {
        return faults;
      }
      Thread.sleep(STEP.toMillis());
    }
  }

  private Optional<String> fault(String name, String url) {
    return refusal(url + "/q/health/live")
        .map(answer -> name + " is not live: " + answer)
        .or(
            () ->
                refusal(url + "/q/health/ready").map(answer -> name + " is not ready: " + answer));
  }

  private Optional<String> refusal(String url) {
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(URI.create(url)).timeout(ANSWER).build(),
              HttpResponse.BodyHandlers.ofString());
      String body = response.body().replaceAll("\\s+", " ");
      return response.statusCode() == OK
          ? Optional.empty()
          : Optional.of(
              response.statusCode()
                  + " "
                  + body.substring(0, Math.min(body.length(), LONGEST_ANSWER)));
    } catch (IOException e) {
      return Optional.of("no answer: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }
}
