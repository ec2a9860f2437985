package io.broadsheet.generator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.common.database.Database;
import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.testing.PublisherRecords;
import io.broadsheet.generator.testing.TestClock;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class ApiIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Inject Database database;
  @Inject TestClock clock;

  @TestHTTPResource("/")
  URI root;

  @ConfigProperty(name = "broadsheet.relay.url")
  String databaseUrl;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void empty() {
    for (String table : List.of("outbox", "blog_posts", "draft", "edition")) {
      database.run("delete from generator." + table);
    }
    database.run("update generator.installation set installed_at = '2026-03-01T00:00:00Z'");
    clock.set("2026-03-10T09:00:00Z");
  }

  @Test
  void showsTheTopicsThatFailed() throws Exception {
    database.run(
        "insert into generator.edition (edition_date, content_type, state, failed_topics)"
            + " values ('2026-03-08', 'howto', 'failed', '{Тема,Topic}')");

    assertThat(get("/api/editions/2026-03-08").path("failedTopics").toString())
        .isEqualTo("[\"Тема\",\"Topic\"]");
    assertThat(get("/api/editions").path("items").get(0).has("failedTopics")).isFalse();
  }

  @Test
  void generatesAnEditionInTheBackgroundAndShowsItsProgressAndPosts() throws Exception {
    HttpResponse<String> accepted = send("POST", "/api/editions/2026-03-09/generate");
    assertThat(accepted.statusCode()).isEqualTo(202);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> get("/api/editions/2026-03-09").path("state").asText().equals("published"));

    JsonNode edition = get("/api/editions/2026-03-09");
    assertThat(edition.path("contentType").asText()).isEqualTo("explainer");
    assertThat(edition.path("attempts").asInt()).isEqualTo(1);
    assertThat(edition.path("lastError").isNull()).isTrue();
    assertThat(edition.path("steps")).hasSize(8);
    assertThat(edition.path("failedTopics").isArray()).isTrue();
    assertThat(edition.path("failedTopics")).isEmpty();
    assertThat(edition.path("steps").get(0).path("step").asText()).isEqualTo("topic");
    assertThat(edition.path("posts")).hasSize(2);
    JsonNode line = edition.path("posts").get(0);
    assertThat(line.path("canonicalUrl").asText())
        .isEqualTo(
            "https://example.org/"
                + line.path("language").asText()
                + "/"
                + line.path("slug").asText());
    assertThat(line.path("postedAt")).isEmpty();
    assertThat(line.path("targets")).isNotEmpty();
    for (JsonNode target : line.path("targets")) {
      assertThat(target.asText()).endsWith("-" + line.path("language").asText());
    }

    JsonNode post = get("/api/posts/" + line.path("id").asText());
    assertThat(post.path("bodyMarkdown").asText()).contains("## ");

    HttpResponse<String> again = send("POST", "/api/editions/2026-03-09/generate");
    assertProblem(again, 409, "published");
  }

  @Test
  void showsWhenAPostWasPosted() throws Exception {
    PublisherRecords.of(databaseUrl).posted("2026-03-09");

    JsonNode line = get("/api/editions/2026-03-09").path("posts").get(0);

    assertThat(line.path("postedAt").path("telegram").asText()).startsWith("2026-03-09T09:00:00");
    assertThat(line.path("postedAt").has("vk")).isFalse();
  }

  @Test
  void refusesToMakeAnEditionThatIsBeingMade() throws Exception {
    database.run(
        "insert into generator.edition (edition_date, content_type, state, lease_owner, lease_until)"
            + " values ('2026-03-10', 'howto', 'writing', 'b', clock_timestamp() + interval '1 min')");

    assertProblem(send("POST", "/api/editions/2026-03-10/generate"), 409, "is being made");
    assertThat(get("/api/editions/2026-03-10").path("underWork").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/editions/tomorrow, 400, tomorrow",
    "GET, /api/editions/2026-02-30, 400, 2026-02-30",
    "GET, /api/editions/2026-03-02, 404, 2026-03-02",
    "GET, /api/editions?limit=0, 400, limit",
    "GET, /api/editions?limit=many, 400, limit",
    "GET, /api/editions?cursor=x, 400, cursor",
    "POST, /api/editions/2026-3-1/generate, 400, 2026-3-1",
    "POST, /api/editions/2026-03-11/generate, 404, lies ahead",
    "POST, /api/editions/2026-02-28/generate, 404, installed",
    "GET, /api/posts/1, 400, UUID",
    "GET, /api/posts/7b1f7c0e-0000-4000-8000-000000000000, 404, no post",
    "GET, /api/deliveries?state=lost, 400, parked",
    "GET, /api/deliveries?from=yesterday, 400, from",
    "GET, /api/deliveries?cursor=x, 400, cursor",
    "GET, /api/editions/+5881000-01-01, 400, date",
    "GET, /api/editions/0000-01-01, 400, date",
    "GET, /api/editions?cursor=%2B5881000-01-01, 400, cursor",
    "GET, /api/deliveries?from=%2B294277-01-01T00:00:00Z, 400, from",
    "GET, /api/deliveries?to=-4713-01-01T00:00:00Z, 400, to",
    "GET, /api/deliveries?target=a%00b, 400, target",
    "GET, /api/nothing, 404, openapi",
  })
  void badInputIsAProblemDetail(String method, String path, int status, String detail)
      throws Exception {
    assertProblem(send(method, path), status, detail);
  }

  @ParameterizedTest
  @CsvSource({"+294277-01-01T00:00:00Z, a", "2026-03-09T09:00:00Z, a\\0b"})
  void aForgedCursorIsAProblemDetail(String time, String target) throws Exception {
    String plain =
        time + "|7b1f7c0e-0000-4000-8000-000000000000|" + target.replace("\\0", "\0") + "|1";
    String cursor =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(plain.getBytes(StandardCharsets.UTF_8));

    assertProblem(send("GET", "/api/deliveries?cursor=" + cursor), 400, "cursor");
  }

  @Test
  void editionsComeInPagesTheNewestFirst() throws Exception {
    for (int day = 1; day <= 5; day++) {
      database.run(
          "insert into generator.edition (edition_date, content_type, state) values ('2026-03-0"
              + day
              + "', 'howto', 'planned')");
    }

    assertThat(pages("/api/editions?limit=2", "date"))
        .containsExactly("2026-03-05", "2026-03-04", "2026-03-03", "2026-03-02", "2026-03-01");
  }

  @Test
  void deliveriesComeInPagesAndByFilter() throws Exception {
    PublisherRecords records = PublisherRecords.of(databaseUrl);
    records.delivery("telegram-ru", "posted", "2026-03-08T09:00:00Z");
    records.delivery("telegram-en", "parked", "2026-03-09T09:00:00Z");
    records.delivery("vk-ru", "retry", "2026-03-09T09:00:00Z");

    assertThat(pages("/api/deliveries?limit=1", "target"))
        .containsExactlyInAnyOrder("telegram-ru", "telegram-en", "vk-ru")
        .endsWith("telegram-ru");
    assertThat(pages("/api/deliveries?state=parked", "target")).containsExactly("telegram-en");
    assertThat(pages("/api/deliveries?target=vk-ru", "state")).containsExactly("retry");
    assertThat(pages("/api/deliveries?to=2026-03-09T00:00:00Z", "target"))
        .containsExactly("telegram-ru");
    assertThat(pages("/api/deliveries?from=2026-03-10T00:00:00Z", "target")).isEmpty();
    JsonNode posted = get("/api/deliveries?target=telegram-ru").path("items").get(0);
    assertThat(posted.path("nextAttemptAt").isNull()).isTrue();
    assertThat(posted.path("externalUrl").asText()).isEqualTo("https://t.me/x/1");
    assertThat(posted.path("channel").asText()).isEqualTo("telegram");
  }

  @Test
  void aDeliveryThatWaitsForAPausedTargetSaysSo() throws Exception {
    PublisherRecords records = PublisherRecords.of(databaseUrl);
    records.delivery("telegram-ru", "pending", "2026-03-08T09:00:00Z");
    records.delivery("telegram-ru", "posted", "2026-03-07T09:00:00Z");
    records.delivery("telegram-en", "pending", "2026-03-08T09:00:00Z");
    records.paused("telegram-ru", "the bot may not post");

    JsonNode items = get("/api/deliveries?target=telegram-ru").path("items");

    assertThat(items.get(0).path("lastError").asText())
        .isEqualTo("target is paused: the bot may not post");
    assertThat(items.get(1).path("lastError").isNull()).isTrue();
    JsonNode other = get("/api/deliveries?target=telegram-en").path("items").get(0);
    assertThat(other.path("lastError").isNull()).isTrue();
  }

  @Test
  void isReadyAndDescribed() throws Exception {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> send("GET", "/q/health/ready").body().contains("\"database\""));
    assertThat(send("GET", "/q/openapi").body()).contains("/api/editions/{date}/generate");
  }

  private List<String> pages(String path, String field) throws Exception {
    List<String> values = new ArrayList<>();
    JsonNode page = get(path);
    page.path("items").forEach(item -> values.add(item.path(field).asText()));
    while (!page.path("next").isNull()) {
      page = get(path + (path.contains("?") ? "&" : "?") + "cursor=" + page.path("next").asText());
      page.path("items").forEach(item -> values.add(item.path(field).asText()));
    }
    return values;
  }

  private static void assertProblem(HttpResponse<String> response, int status, String detail)
      throws IOException {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    JsonNode problem = JSON.readTree(response.body());
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("detail").asText()).contains(detail);
    assertThat(problem.path("title").asText()).isNotEmpty();
  }

  private JsonNode get(String path) throws Exception {
    HttpResponse<String> response = send("GET", path);
    assertThat(response.statusCode()).describedAs(response.body()).isEqualTo(200);
    return JSON.readTree(response.body());
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    return http.send(
        HttpRequest.newBuilder(root.resolve(path))
            .timeout(Duration.ofSeconds(10))
            .method(method, BodyPublishers.noBody())
            .build(),
        BodyHandlers.ofString());
  }
}
