package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders from HTTP to what everyone can see, through real processes. */
class OrdersIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();
  private Ports ports;

  @Test
  void anOperatorPausesResumesRepeatsAndRetries() throws Exception {
    Path data = folder.resolve("data");
    ports = UpRun.freePorts();
    UpRun up = UpRun.start(data, ports);
    try {
      up.awaitOutput("ready at " + ports.sandboxUrl());
      awaitPosted(5);
      String post =
          get("/api/deliveries?target=telegram-ru").path("items").get(0).path("postId").asText();

      settled(order("/api/targets/telegram-ru/pause", "{\"reason\":\"a look\"}"), "applied");
      String telegram = "/api/deliveries/" + post + "/telegram-ru/";
      settled(order(telegram + "republish", "{\"reason\":\"typo\"}"), "applied");
      awaitDelivery(2, "pending", "target is paused by operator: a look");
      settled(order("/api/targets/telegram-ru/resume", "{}"), "applied");
      awaitDelivery(2, "posted", "");
      assertEquals(2, effects(data, "@broadsheet_ru"));

      refuseOneMessage();
      settled(order(telegram + "republish", "{\"reason\":\"typo\"}"), "applied");
      awaitDelivery(3, "parked", "retry sends it");
      settled(order(telegram + "retry", "{}"), "applied");
      awaitDelivery(3, "posted", "");
      assertEquals(3, effects(data, "@broadsheet_ru"));

      HttpResponse<String> refused = post("/api/deliveries/" + post + "/vk-ru/publish", "{}");
      assertEquals(409, refused.statusCode(), refused.body());
      assertEquals(1, effects(data, "-4242"));
    } finally {
      up.killEverything();
    }
  }

  private void awaitPosted(int count) {
    // The stack is still starting.
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> get("/api/deliveries?state=posted").path("items").size() == count);
  }

  /** Waits until the newest generation stands so. */
  private void awaitDelivery(int generation, String state, String lastError) {
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode newest = get("/api/deliveries?target=telegram-ru").path("items").get(0);
              assertEquals(generation, newest.path("generation").asInt());
              assertEquals(state, newest.path("state").asText(), newest.toString());
              assertTrue(
                  newest.path("lastError").asText("").contains(lastError), newest.toString());
            });
  }

  private String order(String path, String body) throws Exception {
    HttpResponse<String> response = post(path, body);
    assertEquals(202, response.statusCode(), response.body());
    return JSON.readTree(response.body()).path("commandId").asText();
  }

  private void settled(String command, String state) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> get("/api/commands/" + command).path("state").asText().equals(state));
  }

  private void refuseOneMessage() throws Exception {
    String rules =
        """
        [{"api":"telegram","method":"sendMessage","times":1,"fault":"error","status":400,
          "body":"{\\"ok\\":false,\\"error_code\\":400,\\"description\\":\\"Bad Request: message is too long\\"}"}]
        """;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(ports.sandboxUrl() + "/sandbox/faults"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(rules))
            .build();
    assertTrue(http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() < 300);
  }

  private JsonNode get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(generator() + path))
            .timeout(Duration.ofSeconds(20))
            .build();
    return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  private HttpResponse<String> post(String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(generator() + path))
            .timeout(Duration.ofSeconds(20))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private String generator() {
    return "http://127.0.0.1:" + ports.generator();
  }

  private static long effects(Path data, String destination) throws Exception {
    return Files.readAllLines(data.resolve("sandbox/journal.jsonl")).stream()
        .filter(line -> line.contains("\"" + destination + "\""))
        .count();
  }
}
