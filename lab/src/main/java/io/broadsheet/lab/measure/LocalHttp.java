package io.broadsheet.lab.measure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Requests to the bench's own processes. */
final class LocalHttp {

  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(ANSWER).build();

  private LocalHttp() {}

  /** Whether the answer is 200. */
  static boolean answers(int port, String path) {
    try {
      return send(port, "GET", path, "").statusCode() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  /** The answer's JSON. */
  static JsonNode get(int port, String path) {
    return json(send(port, "GET", path, ""));
  }

  /**
   * The answer's JSON.
   *
   * @throws IllegalStateException if it is not 200
   */
  static JsonNode post(int port, String path, String body) {
    return json(send(port, "POST", path, body));
  }

  private static JsonNode json(HttpResponse<String> answer) {
    if (answer.statusCode() / 100 != 2) {
      throw new IllegalStateException(answer.uri() + ": " + answer.body());
    }
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HttpResponse<String> send(int port, String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(ANSWER)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
