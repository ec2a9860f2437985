package io.broadsheet.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The generator's HTTP API, as far as the launcher asks it. */
final class GeneratorApi {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int NOT_FOUND = 404;
  private static final int OK = 200;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final ObjectMapper json = new ObjectMapper();
  private final String url;

  GeneratorApi(int port) {
    this.url = "http://127.0.0.1:" + port;
  }

  /**
   * An edition.
   *
   * @param lastError empty if there is none
   * @param titles of its posts, by post id
   * @param targets that its posts go to, by name
   * @param steps the good answers so far, in order, in words
   */
  record Edition(
      String state,
      int attempts,
      String lastError,
      Map<String, String> titles,
      Set<String> targets,
      List<String> steps) {}

  /** A delivery; texts are empty where the API has null. */
  record Delivery(
      String postId,
      String target,
      int generation,
      String state,
      int attempts,
      String postedAt,
      String url,
      String lastError) {}

  /**
   * The edition of that date, or empty if there is none.
   *
   * @throws UncheckedIOException if the generator does not answer
   */
  Optional<Edition> edition(LocalDate date) {
    HttpResponse<String> response = send(request("/api/editions/" + date).GET().build());
    if (response.statusCode() == NOT_FOUND) {
      return Optional.empty();
    }
    JsonNode edition = body(response);
    Map<String, String> titles = new HashMap<>();
    for (JsonNode post : edition.path("posts")) {
      titles.put(text(post, "id"), text(post, "language") + " \"" + text(post, "title") + "\"");
    }
    Set<String> targets = new HashSet<>();
    edition
        .path("posts")
        .forEach(post -> post.path("targets").forEach(target -> targets.add(target.asText())));
    List<String> steps = new ArrayList<>();
    for (JsonNode step : edition.path("steps")) {
      steps.add(
          "%s (%s) by %s, %d ms"
              .formatted(
                  text(step, "step"),
                  text(step, "language"),
                  text(step, "writer"),
                  step.path("latencyMs").asLong()));
    }
    return Optional.of(
        new Edition(
            text(edition, "state"),
            edition.path("attempts").asInt(),
            text(edition, "lastError"),
            titles,
            targets,
            steps));
  }

  /**
   * Asks for an attempt at the edition of that date; whether one is due is the generator's
   * business.
   */
  void generate(LocalDate date) {
    send(
        request("/api/editions/" + date + "/generate")
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.noBody())
            .build());
  }

  /**
   * The newest generation of each target's delivery of these posts, which are among the newest 200.
   *
   * @param posts by id
   * @throws UncheckedIOException if the generator does not answer
   */
  List<Delivery> deliveries(Map<String, String> posts) {
    Map<String, Delivery> newest = new HashMap<>();
    for (JsonNode item :
        body(send(request("/api/deliveries?limit=200").GET().build())).path("items")) {
      Delivery delivery =
          new Delivery(
              text(item, "postId"),
              text(item, "target"),
              item.path("generation").asInt(),
              text(item, "state"),
              item.path("attempt").asInt(),
              text(item, "postedAt"),
              text(item, "externalUrl"),
              text(item, "lastError"));
      if (posts.containsKey(delivery.postId)) {
        newest.merge(delivery.target, delivery, (a, b) -> a.generation > b.generation ? a : b);
      }
    }
    return new ArrayList<>(newest.values());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UpFailed("Interrupted.", e);
    }
  }

  private JsonNode body(HttpResponse<String> response) {
    try {
      if (response.statusCode() != OK) {
        throw new IOException(response.uri() + " answers " + response.statusCode());
      }
      return json.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText("");
  }
}
