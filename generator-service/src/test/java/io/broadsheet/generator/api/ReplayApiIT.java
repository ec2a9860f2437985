package io.broadsheet.generator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.common.database.Database;
import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.testing.PublisherRecords;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class ReplayApiIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DAY =
      "\"from\":\"2026-03-09T00:00:00Z\",\"to\":\"2026-03-10T00:00:00Z\"";

  @Inject Database database;

  @ConfigProperty(name = "broadsheet.relay.url")
  String databaseUrl;

  @TestHTTPResource("/")
  URI root;

  private final HttpClient http = HttpClient.newHttpClient();
  private PublisherRecords records;
  private UUID post;

  @BeforeEach
  void onePost() {
    for (String table : new String[] {"outbox", "blog_posts", "edition", "target_orders"}) {
      database.run("delete from generator." + table);
    }
    records = PublisherRecords.of(databaseUrl);
    records.posted("2026-03-09");
    post = database.run("select id from generator.blog_posts").iterator().next().getUUID("id");
  }

  @Test
  void aReplayOnlyCountsUnlessAskedOtherwise() throws Exception {
    JsonNode dry = get("/api/replays/" + order("{\"channel\":\"telegram\"," + DAY + "}"));
    JsonNode real =
        get(
            "/api/replays/"
                + order(
                    "{\"target\":\"telegram-ru\",\"dryRun\":false,\"includeOld\":true,\"includeSkipped\":true,"
                        + "\"by\":\"anna\",\"reason\":\"restored\","
                        + DAY
                        + "}"));

    assertThat(dry.path("state").asText()).isEqualTo("accepted");
    assertThat(dry.path("dryRun").asBoolean()).isTrue();
    assertThat(dry.path("target").isNull()).isTrue();
    assertThat(dry.path("by").asText()).isEqualTo("operator");
    assertThat(dry.path("counts").path("records").asInt()).isZero();
    assertThat(real.path("dryRun").asBoolean()).isFalse();
    assertThat(real.path("channel").asText()).isEqualTo("telegram");
    assertThat(real.path("target").asText()).isEqualTo("telegram-ru");
    assertThat(real.path("includeOld").asBoolean()).isTrue();
    assertThat(real.path("includeParked").asBoolean()).isFalse();
    assertThat(real.path("includeSkipped").asBoolean()).isTrue();
    assertThat(real.path("from").asText()).startsWith("2026-03-09T00:00");
    assertThat(real.path("by").asText()).isEqualTo("anna");
    assertThat(real.path("orderReason").asText()).isEqualTo("restored");
  }

  @Test
  void itShowsItsProgressAndWhyItWaits() throws Exception {
    String id = order("{\"channel\":\"telegram\"," + DAY + "}");
    records.settled(id, "applied", "");
    records.replay(id, "running");

    JsonNode replay = get("/api/replays/" + id);

    assertThat(replay.path("state").asText()).isEqualTo("running");
    assertThat(replay.path("reason").asText()).isEqualTo("no broker");
    assertThat(replay.path("counts").path("records").asInt()).isEqualTo(7);
    assertThat(replay.path("counts").path("missing").asInt()).isEqualTo(2);
    assertThat(replay.path("partitions").path(0).path("position").asInt()).isEqualTo(5);
    assertThat(replay.path("partitions").path(0).path("end").asInt()).isEqualTo(9);
  }

  @Test
  void aRefusedOneSaysWhy() throws Exception {
    String id = order("{\"channel\":\"telegram\"," + DAY + "}");
    records.settled(id, "refused", "not today");

    JsonNode replay = get("/api/replays/" + id);

    assertThat(replay.path("state").asText()).isEqualTo("refused");
    assertThat(replay.path("reason").asText()).isEqualTo("not today");
  }

  @Test
  void onlyOneThatHasBegunAndNotEndedIsCancelled() throws Exception {
    String id = order("{\"channel\":\"telegram\"," + DAY + "}");
    String cancel = "/api/replays/" + id + "/cancel";
    assertProblem(send(cancel, ""), 409, "not taken the replay in yet");
    records.settled(id, "applied", "");
    records.replay(id, "running");

    HttpResponse<String> accepted = send(cancel, "{\"by\":\"anna\",\"reason\":\"enough\"}");

    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    String command = JSON.readTree(accepted.body()).path("commandId").asText();
    JsonNode shown = get("/api/commands/" + command);
    assertThat(shown.path("kind").asText()).isEqualTo("cancel-replay");
    assertThat(shown.path("target").asText()).isEqualTo("telegram");
    records.settled(command, "applied", "");
    records.replayEnded(id);
    assertProblem(send(cancel, ""), 409, "finished already");
  }

  @Test
  void aReplayThatRevivesAndARepublishKeepOutOfEachOthersWay() throws Exception {
    records.delivery(post, "telegram-ru", "parked");
    String reviving =
        "{\"channel\":\"telegram\",\"dryRun\":false,\"includeParked\":true," + DAY + "}";
    String republish = "/api/deliveries/" + post + "/telegram-ru/republish";
    String id = order(reviving);
    records.settled(id, "applied", "");
    records.replay(id, "running");

    assertProblem(send(republish, "{\"reason\":\"again\"}"), 409, "replay");
    records.replayEnded(id);
    assertThat(send(republish, "{\"reason\":\"again\"}").statusCode()).isEqualTo(202);
    assertProblem(send("/api/replays", reviving), 409, "republish is on its way");
    assertThat(order("{\"channel\":\"telegram\",\"dryRun\":false," + DAY + "}")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                        | 400 | from is missing",
        "{\"channel\":\"telegram\",\"from\":\"2026-03-09T00:00:00Z\"} | 400 | to is missing",
        "{DAY}                                                     | 400 | channel is missing",
        "{\"channel\":\"pigeon\",DAY}                              | 400 | telegraph, telegram",
        "{\"target\":\"telegram-uk\",DAY}                          | 400 | give its channel too",
        "{\"channel\":\"vk\",\"target\":\"telegram-ru\",DAY}       | 400 | target of telegram",
        "{\"channel\":\"vk\",\"from\":\"yesterday\",\"to\":\"now\"} | 400 | from is",
        "{\"channel\":\"vk\",\"to\":\"2026-03-09T00:00:00Z\",\"from\":\"2026-03-10T00:00:00Z\"} |"
            + " 400 | not before",
        "{\"channel\":\"vk\",\"dry\":true,DAY}                     | 400 | dry",
      })
  void badOrdersAreProblemDetails(String body, int status, String detail) throws Exception {
    assertProblem(send("/api/replays", body.replace("DAY", DAY)), status, detail);
  }

  @Test
  void anUnknownReplayIsNotFound() throws Exception {
    String unknown = "/api/replays/" + UUID.randomUUID();

    assertThat(request("GET", unknown, "").statusCode()).isEqualTo(404);
    assertProblem(send(unknown + "/cancel", ""), 404, "no replay");
    assertThat(request("GET", "/api/replays/x", "").statusCode()).isEqualTo(400);
  }

  private String order(String body) throws Exception {
    HttpResponse<String> accepted = send("/api/replays", body);
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    return JSON.readTree(accepted.body()).path("commandId").asText();
  }

  private JsonNode get(String path) throws Exception {
    HttpResponse<String> response = request("GET", path, "");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private static void assertProblem(HttpResponse<String> response, int status, String detail)
      throws Exception {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(JSON.readTree(response.body()).path("detail").asText()).contains(detail);
  }

  private HttpResponse<String> send(String path, String body) throws Exception {
    return request("POST", path, body);
  }

  private HttpResponse<String> request(String method, String path, String body) throws Exception {
    return http.send(
        HttpRequest.newBuilder(root.resolve(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
