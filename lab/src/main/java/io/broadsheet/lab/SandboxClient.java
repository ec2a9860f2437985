package io.broadsheet.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.lab.audit.Evidence.Effect;
import io.broadsheet.lab.audit.Evidence.Place;
import io.broadsheet.lab.audit.Evidence.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sandbox's own endpoints. */
public final class SandboxClient {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int OK = 200;

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final String url;
  // The sandbox remembers the last 10,000.
  private final Map<Long, Request> requests = new TreeMap<>();

  /**
   * @param url where the sandbox is, without a trailing slash
   */
  public SandboxClient(String url) {
    this.url = url;
  }

  /** What the channels show, oldest first. */
  public List<Effect> effects() {
    List<Effect> effects = new ArrayList<>();
    for (JsonNode entry : ask("GET", "/sandbox/journal", "")) {
      effects.add(
          new Effect(
              entry.path("seq").asLong(),
              Instant.parse(entry.path("at").asText()),
              place(entry),
              entry.path("id").asText(),
              entry.path("text").asText()));
    }
    return effects;
  }

  /** Reads the requests that have arrived since it was last asked, and remembers them. */
  public synchronized List<Request> requests() {
    for (JsonNode entry : ask("GET", "/sandbox/requests", "")) {
      Request request =
          new Request(
              entry.path("seq").asLong(),
              Instant.parse(entry.path("at").asText()),
              entry.path("method").asText(),
              place(entry),
              entry.path("retryAfter").asInt());
      requests.put(request.seq(), request);
    }
    return List.copyOf(requests.values());
  }

  private static Place place(JsonNode entry) {
    return new Place(entry.path("api").asText(), entry.path("destination").asText());
  }

  /** Adds one fault rule, as JSON. */
  public void fault(String rule) {
    ask("POST", "/sandbox/faults", rule);
  }

  /**
   * A fault rule.
   *
   * @param fault its kind, for instance {@code late-effect}
   * @param hits how many calls it has hit
   */
  public record Rule(String fault, int hits) {}

  /** The rules since they were last cleared. */
  public List<Rule> rules() {
    List<Rule> rules = new ArrayList<>();
    for (JsonNode rule : ask("GET", "/sandbox/faults", "")) {
      rules.add(new Rule(rule.path("fault").asText(), rule.path("hits").asInt()));
    }
    return rules;
  }

  /** Ends all faults. */
  public void clearFaults() {
    ask("DELETE", "/sandbox/faults", "");
  }

  private JsonNode ask(String method, String path, String body) {
    try {
      HttpResponse<String> response =
          http.send(
              HttpRequest.newBuilder(URI.create(url + path))
                  .timeout(TIMEOUT)
                  .header("Content-Type", "application/json")
                  .method(method, HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != OK) {
        throw new IllegalStateException(path + ": " + response.body());
      }
      return json.readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException("the sandbox at " + url + " does not answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted.", e);
    }
  }
}
