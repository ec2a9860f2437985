package io.broadsheet.generator.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Sets faults in a sandbox and looks at what it was asked. */
public final class SandboxControl {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;

  public SandboxControl(String url) {
    this.url = url;
  }

  /** Forgets requests and faults. */
  public void reset() {
    send("POST", "/sandbox/reset", "");
  }

  /** Adds fault rules, a JSON array. */
  public void fault(String rules) {
    send("POST", "/sandbox/faults", rules);
  }

  /** Removes all fault rules. */
  public void clearFaults() {
    send("DELETE", "/sandbox/faults", "");
  }

  /** The tasks that models were asked for, in order, as {@code provider task}. */
  public List<String> questions() {
    List<String> questions = new ArrayList<>();
    for (JsonNode request : send("GET", "/sandbox/requests", "")) {
      if (request.path("api").asText().equals("llm")) {
        questions.add(request.path("method").asText() + " " + request.path("task").asText());
      }
    }
    return questions;
  }

  /** What the providers would charge for the answers so far. */
  public BigDecimal bill() {
    BigDecimal sum = BigDecimal.ZERO;
    for (JsonNode line : send("GET", "/sandbox/bill", "")) {
      sum = sum.add(new BigDecimal(line.path("cost").asText()));
    }
    return sum;
  }

  /** Has a provider misbehave a number of times. */
  public void misbehave(String provider, String behaviour, int times) {
    fault(
        """
        [{"api":"llm","method":"%s","times":%d,"fault":"misbehave","behaviour":"%s"}]"""
            .formatted(provider, times, behaviour));
  }

  /** When a provider was asked, in order. */
  public List<Instant> askedAt(String provider) {
    List<Instant> times = new ArrayList<>();
    for (JsonNode request : send("GET", "/sandbox/requests", "")) {
      if (request.path("method").asText().equals(provider)) {
        times.add(Instant.parse(request.path("at").asText()));
      }
    }
    return times;
  }

  private JsonNode send(String method, String path, String body) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url + path))
              .timeout(Duration.ofSeconds(10))
              .method(method, BodyPublishers.ofString(body))
              .build();
      var response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw new IllegalStateException(method + " " + path + ": " + response.body());
      }
      return JSON.readTree(response.body());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
