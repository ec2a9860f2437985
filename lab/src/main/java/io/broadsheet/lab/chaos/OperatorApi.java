package io.broadsheet.lab.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** The generators' API as operators use it: they ask another replica until one answers. */
final class OperatorApi {

  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long AGAIN_MS = 300;
  private static final int ACCEPTED = 202;
  private static final int FAILED = 500;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final ObjectMapper json = new ObjectMapper();
  private final List<String> urls;
  private int next;

  /**
   * @param urls of the generators, without a trailing slash
   */
  OperatorApi(List<String> urls) {
    this.urls = List.copyOf(urls);
  }

  /** What the API said, whatever it was. */
  record Reply(int status, JsonNode body) {
    boolean accepted() {
      return status == ACCEPTED;
    }

    String commandId() {
      return body.path("commandId").asText();
    }
  }

  /** What there is under an address. */
  Reply get(String path) throws InterruptedException {
    return ask(path, builder -> builder.GET());
  }

  /**
   * Gives an order until it is known whether it was taken.
   *
   * @param key the order's own
   */
  Reply order(String path, JsonNode body, String key) throws InterruptedException {
    return ask(
        path,
        builder ->
            builder
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
  }

  /** How a request is made. */
  private interface Form {
    HttpRequest.Builder of(HttpRequest.Builder builder);
  }

  private Reply ask(String path, Form form) throws InterruptedException {
    long start = System.nanoTime();
    String last = "";
    while (System.nanoTime() - start < PATIENCE.toNanos()) {
      try {
        URI uri = URI.create(urls.get(next++ % urls.size()) + path);
        HttpResponse<String> response =
            http.send(
                form.of(HttpRequest.newBuilder(uri).timeout(TIMEOUT)).build(),
                HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() < FAILED) {
          return new Reply(response.statusCode(), json.readTree(response.body()));
        }
        last = response.body();
      } catch (IOException e) {
        last = e.toString();
      }
      Thread.sleep(AGAIN_MS);
    }
    throw new IllegalStateException(path + " was answered by nobody: " + last);
  }
}
