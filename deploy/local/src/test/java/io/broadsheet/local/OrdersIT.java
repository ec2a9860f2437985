package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.common.cases.Case;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders from HTTP to what everyone can see, through real processes. */
class OrdersIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String NEW_TARGET = "mastodon-ru";
  private static final String NEW_DESTINATION = "orders";

  @TempDir static Path folder;

  private static Path data;
  private static Ports ports;
  private static UpRun up;

  @BeforeAll
  static void start() throws Exception {
    data = folder.resolve("data");
    ports = UpRun.freePorts();
    up = UpRun.start(data, ports);
    up.awaitOutput("ready at " + ports.sandboxUrl());
    awaitPosted(5);
  }

  @AfterAll
  static void end() {
    up.killEverything();
  }

  @Test
  void anOperatorPausesResumesRepeatsAndRetries() throws Exception {
    String post = postOf("telegram-ru");

    settled(order("/api/targets/telegram-ru/pause", "{\"reason\":\"a look\"}"), "applied");
    String telegram = "/api/deliveries/" + post + "/telegram-ru/";
    settled(order(telegram + "republish", "{\"reason\":\"typo\"}"), "applied");
    awaitDelivery("telegram-ru", 2, "pending", "target is paused by operator: a look");
    settled(order("/api/targets/telegram-ru/resume", "{}"), "applied");
    awaitDelivery("telegram-ru", 2, "posted", "");
    assertEquals(2, effects("@broadsheet_ru"));

    refuseOneMessage();
    settled(order(telegram + "republish", "{\"reason\":\"typo\"}"), "applied");
    awaitDelivery("telegram-ru", 3, "parked", "retry sends it");
    settled(order(telegram + "retry", "{}"), "applied");
    awaitDelivery("telegram-ru", 3, "posted", "");
    assertEquals(3, effects("@broadsheet_ru"));

    HttpResponse<String> refused =
        post(generator() + "/api/deliveries/" + post + "/vk-ru/publish", "{}");
    assertEquals(409, refused.statusCode(), refused.body());
    assertEquals(1, effects("-4242"));
  }

  /** As at a deploy: replicas that know the new target beside those that do not. */
  @Test
  @Case("D21")
  void anOldPostGoesToANewTargetOnceItIsOrderedAndNotByItself() throws Exception {
    String publish = "/api/deliveries/" + postOf("telegraph-ru") + "/" + NEW_TARGET + "/publish";
    String republish = "/api/deliveries/" + postOf("telegraph-en") + "/telegraph-en/republish";
    try (NewReplicas replicas = NewReplicas.start(data, newTarget())) {
      awaitVerified(replicas);
      // What goes through both services now is behind all that they did by themselves.
      settled(order(republish, "{\"reason\":\"typo\"}"), "applied");
      awaitDelivery("telegraph-en", 2, "posted", "");
      assertEquals(0, deliveries(NEW_TARGET).size());
      assertEquals(0, effects(NEW_DESTINATION));

      HttpResponse<String> first = post(replicas.generatorUrl() + publish, "{}");
      assertEquals(202, first.statusCode(), first.body());
      awaitDelivery(NEW_TARGET, 1, "posted", "");
      HttpResponse<String> second =
          post(replicas.generatorUrl() + publish, "{\"reason\":\"again\"}");
      assertEquals(409, second.statusCode(), second.body());
      assertEquals(1, effects(NEW_DESTINATION));
    }
  }

  private static Map<String, String> newTarget() {
    String prefix = "broadsheet.targets." + NEW_TARGET + ".";
    return Map.of(
        prefix + "channel",
        "mastodon",
        prefix + "language",
        "ru",
        prefix + "base-url",
        ports.sandboxUrl() + "/mastodon",
        prefix + "access-token",
        NEW_DESTINATION + ":sandbox");
  }

  private void awaitVerified(NewReplicas replicas) {
    String verify = replicas.publisherUrl() + "/targets/" + NEW_TARGET + "/verify";
    Awaitility.await().atMost(PATIENCE).until(() -> post(verify, "").body().contains("passed"));
  }

  private static void awaitPosted(int count) {
    // The stack is still starting.
    Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> get("/api/deliveries?state=posted").path("items").size() == count);
  }

  /** Waits until the newest generation stands so. */
  private void awaitDelivery(String target, int generation, String state, String lastError) {
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode newest = deliveries(target).path(0);
              assertEquals(generation, newest.path("generation").asInt());
              assertEquals(state, newest.path("state").asText(), newest.toString());
              assertTrue(
                  newest.path("lastError").asText("").contains(lastError), newest.toString());
            });
  }

  private String postOf(String target) throws Exception {
    return deliveries(target).path(0).path("postId").asText();
  }

  private JsonNode deliveries(String target) throws Exception {
    return get("/api/deliveries?target=" + target).path("items");
  }

  private String order(String path, String body) throws Exception {
    HttpResponse<String> response = post(generator() + path, body);
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
    assertTrue(HTTP.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() < 300);
  }

  private static JsonNode get(String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(generator() + path))
            .timeout(Duration.ofSeconds(20))
            .build();
    return JSON.readTree(HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  private HttpResponse<String> post(String url, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(20))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static String generator() {
    return "http://127.0.0.1:" + ports.generator();
  }

  private static long effects(String destination) throws Exception {
    return Files.readAllLines(data.resolve("sandbox/journal.jsonl")).stream()
        .filter(line -> line.contains("\"" + destination + "\""))
        .count();
  }
}
