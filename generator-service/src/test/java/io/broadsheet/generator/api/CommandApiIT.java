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
class CommandApiIT {

  private static final ObjectMapper JSON = new ObjectMapper();

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
  void everyOrderIsAcceptedWithItsCommand() throws Exception {
    records.delivery(post, "telegram-ru", "parked");

    JsonNode retry = command(send(delivery("telegram-ru", "retry"), ""));
    JsonNode skip =
        command(
            send(
                delivery("telegram-ru", "skip"),
                "{\"by\":\"anna\",\"reason\":\"stale\",\"force\":true}"));
    JsonNode confirm =
        command(
            send(
                delivery("telegram-ru", "confirm-posted"),
                "{\"reason\":\"seen\",\"externalId\":\"77\",\"externalUrl\":\"https://t.me/x/77\"}"));
    JsonNode publish = command(send(delivery("vk-ru", "publish"), "{}"));
    JsonNode pause =
        command(
            send(
                "/api/targets/vk-ru/pause",
                "{\"reason\":\"holiday\",\"until\":\"2030-01-01T00:00:00Z\"}"));
    JsonNode resume = command(send("/api/targets/vk-ru/resume", ""));

    assertThat(retry.path("kind").asText()).isEqualTo("retry");
    assertThat(retry.path("state").asText()).isEqualTo("accepted");
    assertThat(retry.path("by").asText()).isEqualTo("operator");
    assertThat(skip.path("by").asText()).isEqualTo("anna");
    assertThat(skip.path("orderReason").asText()).isEqualTo("stale");
    assertThat(skip.path("postId").asText()).isEqualTo(post.toString());
    assertThat(confirm.path("kind").asText()).isEqualTo("confirm-posted");
    assertThat(publish.path("generation").asInt()).isEqualTo(1);
    assertThat(pause.path("postId").isNull()).isTrue();
    assertThat(resume.path("target").asText()).isEqualTo("vk-ru");
    assertThat(database.run("select from generator.outbox where type = 'command'").size())
        .isEqualTo(6);
  }

  @Test
  void aRepublishIsANewGeneration() throws Exception {
    records.delivery(post, "telegram-ru", "posted");

    JsonNode command = command(send(delivery("telegram-ru", "republish"), "{\"reason\":\"typo\"}"));

    assertThat(command.path("generation").asInt()).isEqualTo(2);
    assertProblem(
        send(delivery("telegram-ru", "republish"), "{\"reason\":\"typo\",\"by\":\"boris\"}"),
        409,
        "generation 2");
  }

  @Test
  void aPostThatDoesNotFitIntoAMessageIsAProblem() throws Exception {
    database.run("update generator.blog_posts set body_markdown = repeat('ж', 6 * 1024 * 1024)");

    assertProblem(send(delivery("vk-ru", "publish"), "{}"), 409, "too large for vk-ru");
    assertThat(database.run("select from generator.outbox").size()).isZero();
  }

  @Test
  void theSameKeyIsTheSameCommand() throws Exception {
    HttpResponse<String> first = send("/api/targets/vk-ru/resume", "", "Idempotency-Key", "k");
    HttpResponse<String> second = send("/api/targets/vk-ru/resume", "", "Idempotency-Key", "k");

    assertThat(second.body()).isEqualTo(first.body());
    assertProblem(
        send("/api/targets/vk-ru/pause", "{\"reason\":\"x\"}", "Idempotency-Key", "k"),
        409,
        "Idempotency-Key");
  }

  @Test
  void aCommandShowsWhatBecameOfIt() throws Exception {
    JsonNode order = JSON.readTree(send("/api/targets/vk-ru/resume", "").body());
    String id = order.path("commandId").asText();

    records.settled(id, "superseded", "a later one");

    JsonNode command = get("/api/commands/" + id);
    assertThat(command.path("state").asText()).isEqualTo("superseded");
    assertThat(command.path("reason").asText()).isEqualTo("a later one");
  }

  @Test
  void whatNeedsAPersonSaysWhatToDo() throws Exception {
    records.delivery(post, "telegram-ru", "parked");
    records.delivery(post, "telegraph-ru", "posted");

    JsonNode parked = get("/api/deliveries?state=parked").path("items").get(0);
    assertThat(parked.path("lastError").asText()).contains("retry sends it", "skip");
    JsonNode line = get("/api/editions/2026-03-09").path("posts").get(0);
    assertThat(line.path("needsPerson")).hasSize(1);
    assertThat(line.path("needsPerson").path("telegram-ru").asText()).contains("retry sends it");
  }

  @Test
  void aPostWhoseEventIsADeadLetterNeedsAPersonUntilItIsRepublished() throws Exception {
    records.deadLetter(UUID.randomUUID(), post, "telegram-ru", "post", "unknown version 2");
    assertThat(needsPerson().path("telegram-ru").asText())
        .contains("unknown version 2", "republish sends it anew");

    republish();

    assertThat(needsPerson()).isEmpty();
  }

  @Test
  void deadLettersAreListedWithWhatToDo() throws Exception {
    records.deadLetter(UUID.randomUUID(), post, "telegram-ru", "command", "unknown kind");
    records.deadLetter(UUID.randomUUID(), post, "telegram-ru", "post", "unknown version 2");

    JsonNode page = get("/api/dead-letters?limit=1");
    JsonNode letter = page.path("items").get(0);
    assertThat(letter.path("postId").asText()).isEqualTo(post.toString());
    assertThat(letter.path("generation").asInt()).isEqualTo(1);
    assertThat(letter.path("needsPerson").asText()).contains("republish sends it anew");
    JsonNode older = get("/api/dead-letters?cursor=" + page.path("next").asText()).path("items");
    assertThat(older).hasSize(1);
    assertThat(older.get(0).path("type").asText()).isEqualTo("command");
    assertThat(older.get(0).path("needsPerson").isNull()).isTrue();
    assertThat(get("/api/dead-letters?target=vk-ru").path("items")).isEmpty();

    republish();

    assertThat(newestDeadLetter().path("needsPerson").isNull()).isTrue();
  }

  @Test
  void aDeadLetterThatHasADeliveryAllTheSameNeedsNobody() throws Exception {
    records.deadLetter(UUID.randomUUID(), post, "telegram-ru", "post", "unknown version 2");
    records.delivery(post, "telegram-ru", "posted");

    assertThat(needsPerson()).isEmpty();
    assertThat(newestDeadLetter().path("needsPerson").isNull()).isTrue();
  }

  private void republish() throws Exception {
    command(send(delivery("telegram-ru", "republish"), "{\"reason\":\"it was not read\"}"));
  }

  private JsonNode newestDeadLetter() throws Exception {
    return get("/api/dead-letters").path("items").get(0);
  }

  private JsonNode needsPerson() throws Exception {
    return get("/api/editions/2026-03-09").path("posts").get(0).path("needsPerson");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/deliveries/1/telegram-ru/retry                   |                       | 400 | UUID",
        "/api/deliveries/POST/tele_gram/retry                  |                       | 400 | target",
        "/api/deliveries/POST/telegram-ru/skip                 | {}                    | 400 | reason is missing",
        "/api/deliveries/POST/telegram-ru/skip                 | {\"raeson\":\"x\"}    | 400 | raeson",
        "/api/deliveries/POST/telegram-ru/skip                 | {\"reason\":\"x\",\"force\":\"y\"} | 400 | force",
        "/api/deliveries/POST/telegram-ru/republish            | {\"by\":\"a\"}        | 400 | reason is missing",
        "/api/deliveries/POST/telegram-ru/confirm-posted       | {\"reason\":\"x\"}    | 400 | externalId",
        "/api/deliveries/POST/telegram-ru/confirm-posted       | {\"reason\":\"x\",\"externalId\":\"1\",\"externalUrl\":\"javascript:1\"} | 400 | externalUrl",
        "/api/targets/vk-ru/pause                              | {}                    | 400 | reason is missing",
        "/api/targets/vk-ru/pause                              | {\"reason\":\"x\",\"until\":\"soon\"} | 400 | until",
        "/api/targets/vk-ru/pause                              | {\"reason\":\"x\",\"until\":\"2020-01-01T00:00:00Z\"} | 400 | until is \"2020-01-01T00:00:00Z\", and by the database's clock",
        "/api/targets/vk-ru/pause                              | {\"reason\":\"a\\uD83D\"} | 400 | reason holds half a character (the lone surrogate U+D83D) at character 2",
        "/api/targets/vk-ru/resume                             | {\"by\":\"\\uDE00\"} | 400 | by holds half a character",
        "/api/targets/vk-uk/resume                             |                       | 404 | no target vk-uk",
        "/api/deliveries/POST/telegram-ru/retry                |                       | 404 | publish sends it there",
        "/api/deliveries/7b1f7c0e-0000-4000-8000-000000000000/telegram-ru/retry |      | 404 | no post",
        "/api/deliveries/POST/telegram-en/publish              |                       | 409 | takes posts in en",
      })
  void badOrdersAreProblemDetails(String path, String body, int status, String detail)
      throws Exception {
    assertProblem(
        send(path.replace("POST", post.toString()), body == null ? "" : body), status, detail);
  }

  @Test
  void anUnknownCommandIsNotFound() throws Exception {
    assertThat(request("GET", "/api/commands/" + UUID.randomUUID(), "").statusCode())
        .isEqualTo(404);
    assertThat(request("GET", "/api/commands/x", "").statusCode()).isEqualTo(400);
  }

  private String delivery(String target, String order) {
    return "/api/deliveries/" + post + "/" + target + "/" + order;
  }

  private JsonNode command(HttpResponse<String> accepted) throws Exception {
    assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
    String id = JSON.readTree(accepted.body()).path("commandId").asText();
    assertThat(accepted.headers().firstValue("Location").orElse(""))
        .endsWith("/api/commands/" + id);
    return get("/api/commands/" + id);
  }

  private JsonNode get(String path) throws Exception {
    HttpResponse<String> response = request("GET", path, "");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private static void assertProblem(HttpResponse<String> response, int status, String detail)
      throws Exception {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(JSON.readTree(response.body()).path("detail").asText()).contains(detail);
  }

  private HttpResponse<String> send(String path, String body, String... headers) throws Exception {
    return request("POST", path, body, headers);
  }

  private HttpResponse<String> request(String method, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(root.resolve(path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
