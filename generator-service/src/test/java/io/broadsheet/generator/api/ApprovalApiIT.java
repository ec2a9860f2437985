package io.broadsheet.generator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.common.database.Database;
import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.testing.TestClock;
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
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class ApprovalApiIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EDITION = "/api/editions/2026-03-09";

  @Inject Database database;
  @Inject TestClock clock;

  @TestHTTPResource("/")
  URI root;

  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void oneHeldEdition() {
    for (String table : List.of("outbox", "blog_posts", "draft", "llm_call", "spend", "edition")) {
      database.run("delete from generator." + table);
    }
    database.run("update generator.installation set installed_at = '2026-03-01T00:00:00Z'");
    clock.set("2026-03-10T09:00:00Z");
    edition("2026-03-09", "held");
    for (String language : List.of("ru", "en")) {
      database.run(
          "insert into generator.manuscript (edition_date, version, language, title, summary,"
              + " body_markdown, tags) values ('2026-03-09', 7, $1, 'Title ' || $1, 'Short.',"
              + " 'Long.', '{one,two}')",
          language);
    }
  }

  @Test
  void showsWhatIsHeldAndWhy() throws Exception {
    JsonNode edition = json(send("GET", EDITION, ""), 200);

    assertThat(edition.path("hold").path("version").asLong()).isEqualTo(7);
    assertThat(edition.path("hold").path("reason").asText()).contains("waits for a person");
    assertThat(edition.path("hold").path("publishesAt").isNull()).isTrue();
    assertThat(edition.path("hold").path("since").asText()).isNotEmpty();
    assertThat(edition.path("manuscripts")).hasSize(2);
    JsonNode russian = edition.path("manuscripts").get(1);
    assertThat(russian.path("language").asText()).isEqualTo("ru");
    assertThat(russian.path("title").asText()).isEqualTo("Title ru");
    assertThat(russian.path("slug").asText()).isEqualTo("title-ru");
    assertThat(russian.path("summary").asText()).isEqualTo("Short.");
    assertThat(russian.path("bodyMarkdown").asText()).isEqualTo("Long.");
    assertThat(russian.path("tags")).hasSize(2);
    assertThat(edition.path("decisions")).isEmpty();
    JsonNode line = json(send("GET", "/api/editions", ""), 200).path("items").get(0);
    assertThat(line.path("hold").path("version").asLong()).isEqualTo(7);
    assertThat(line.has("manuscripts")).isFalse();
  }

  @Test
  void approvesWithoutABodyAndOnceMore() throws Exception {
    JsonNode edition = json(send("POST", EDITION + "/approve", ""), 200);
    JsonNode again = json(send("POST", EDITION + "/approve", "{\"version\":7}"), 200);

    assertThat(edition.path("state").asText()).isEqualTo("published");
    assertThat(edition.path("posts")).hasSize(2);
    assertThat(edition.path("hold").isNull()).isTrue();
    assertThat(edition.has("manuscripts")).isFalse();
    assertThat(edition.path("decisions").get(0).path("by").asText()).isEqualTo("operator");
    assertThat(again).isEqualTo(edition);
  }

  @Test
  void editsAndApprovesOnlyWhatWasRead() throws Exception {
    String edit = "{\"version\":7,\"title\":\"Хлеб и соль\",\"by\":\"anna\",\"reason\":\"style\"}";
    JsonNode edited = json(send("PATCH", EDITION + "/manuscripts/ru", edit), 200);

    assertThat(edited.path("hold").path("version").asLong()).isEqualTo(8);
    assertThat(edited.path("manuscripts").get(1).path("slug").asText()).isEqualTo("khleb-i-sol");
    assertThat(edited.path("manuscripts").get(1).path("bodyMarkdown").asText()).isEqualTo("Long.");
    assertThat(edited.path("manuscripts").get(0).path("title").asText()).isEqualTo("Title en");
    assertProblem(send("PATCH", EDITION + "/manuscripts/ru", edit), 409, "version 8");
    assertProblem(send("POST", EDITION + "/approve", "{\"version\":7}"), 409, "version 8");
    assertProblem(
        send("POST", EDITION + "/reject", rejection("skip-day", ",\"version\":7")),
        409,
        "version 8");

    JsonNode approved = json(send("POST", EDITION + "/approve", "{\"version\":8}"), 200);
    assertThat(approved.path("posts").toString()).contains("/ru/khleb-i-sol", "Хлеб и соль");
    assertThat(approved.path("decisions").toString())
        .contains("\"decision\":\"edited\",\"version\":7,\"language\":\"ru\"", "anna", "style");
  }

  @Test
  void aRejectedDayIsSkippedAndWrittenOnlyByOrder() throws Exception {
    JsonNode edition = json(send("POST", EDITION + "/reject", rejection("skip-day", "")), 200);

    assertThat(edition.path("state").asText()).isEqualTo("skipped");
    assertThat(edition.path("lastError").asText()).contains("boring");
    assertThat(edition.path("topic").isNull()).isTrue();
    JsonNode decision = edition.path("decisions").get(0);
    assertThat(decision.path("decision").asText()).isEqualTo("rejected");
    assertThat(decision.path("topic").asText()).isEqualTo("Topic");
    assertProblem(send("POST", EDITION + "/approve", ""), 409, "is skipped");

    assertThat(send("POST", EDITION + "/generate", "").statusCode()).isEqualTo(202);
    await().atMost(Duration.ofSeconds(20)).until(() -> state().equals("published"));
  }

  @Test
  void aVersionIsRejectedOnceAndTheSameOrderMayComeTwice() throws Exception {
    String order = rejection("skip-day", ",\"version\":7");
    json(send("POST", EDITION + "/reject", order), 200);

    JsonNode again = json(send("POST", EDITION + "/reject", order), 200);
    assertThat(again.path("decisions")).hasSize(1);
    assertProblem(
        send("POST", EDITION + "/reject", rejection("next-topic", ",\"version\":7")),
        409,
        "was rejected with then=skip-day");
    assertThat(state()).isEqualTo("skipped");
  }

  @Test
  void aRejectedTopicIsFollowedByAnotherAtOnce() throws Exception {
    JsonNode edition = json(send("POST", EDITION + "/reject", rejection("next-topic", "")), 200);

    assertThat(edition.path("state").asText()).isNotEqualTo("held");
    await().atMost(Duration.ofSeconds(20)).until(() -> state().equals("published"));
    assertThat(json(send("GET", EDITION, ""), 200).path("topic").asText())
        .isNotEmpty()
        .isNotEqualTo("Topic");
  }

  @ParameterizedTest
  @CsvSource({
    "planned, generate",
    "writing, is being made",
    "translating, is being made",
    "published, is published",
    "skipped, is skipped (why)",
    "failed, has failed (why)",
  })
  void onlyWhatIsHeldCanBeDecidedAbout(String state, String detail) throws Exception {
    edition("2026-03-08", state);
    String path = "/api/editions/2026-03-08";

    assertProblem(
        send("PATCH", path + "/manuscripts/ru", "{\"version\":7,\"title\":\"T\"}"), 409, detail);
    assertProblem(send("POST", path + "/reject", rejection("next-topic", "")), 409, detail);
    if (!state.equals("published")) {
      assertProblem(send("POST", path + "/approve", ""), 409, detail);
    }
    assertThat(json(send("GET", path, ""), 200).path("state").asText()).isEqualTo(state);
  }

  @Test
  void whatIsHeldIsNotMadeAgain() throws Exception {
    assertProblem(send("POST", EDITION + "/generate", ""), 409, "approve or reject");
    assertThat(state()).isEqualTo("held");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "POST; /api/editions/soon/approve; {}; 400; soon",
        "POST; /api/editions/2026-03-05/approve; {}; 404; no edition",
        "POST; /api/editions/2026-03-05/reject; {'reason':'r','then':'skip-day'}; 404; no edition",
        "POST; /api/editions/2026-03-09/approve; {'verison':7}; 400; verison",
        "POST; /api/editions/2026-03-09/approve; {'version':'seven'}; 400; version",
        "POST; /api/editions/2026-03-09/approve; {'version':7.5}; 400; version",
        "POST; /api/editions/2026-03-09/approve; {'version':'7'}; 400; version",
        "POST; /api/editions/2026-03-09/approve; [7]; 400; JSON",
        "POST; /api/editions/2026-03-09/approve; {7; 400; line 1",
        "POST; /api/editions/2026-03-09/approve; null; 400; null",
        "POST; /api/editions/2026-03-09/approve; {'by':'a\\u0000'}; 400; by",
        "POST; /api/editions/2026-03-09/reject; {'then':'skip-day'}; 400; reason",
        "POST; /api/editions/2026-03-09/reject; {'reason':' ','then':'skip-day'}; 400; reason",
        "POST; /api/editions/2026-03-09/reject; {'reason':'r'}; 400; then",
        "POST; /api/editions/2026-03-09/reject; {'reason':'r','then':'later'}; 400; later",
        "PATCH; /api/editions/2026-03-09/manuscripts/ru; {'title':'T'}; 400; version",
        "PATCH; /api/editions/2026-03-09/manuscripts/ru; {'version':7}; 400; nothing",
        "PATCH; /api/editions/2026-03-09/manuscripts/ru; {'version':7,'title':' '}; 400; title",
        "PATCH; /api/editions/2026-03-09/manuscripts/ru; {'version':7,'title':'a\\ud83d'}; 400; title",
        "PATCH; /api/editions/2026-03-09/manuscripts/ru; {'version':7,'tags':'x'}; 400; tags",
        "PATCH; /api/editions/2026-03-09/manuscripts/de; {'version':7,'title':'T'}; 404; en, ru",
      })
  void badInputIsAProblemDetailAndChangesNothing(
      String method, String path, String body, int status, String detail) throws Exception {
    assertProblem(send(method, path, body.replace('\'', '"')), status, detail);

    assertThat(json(send("GET", EDITION, ""), 200).path("hold").path("version").asLong())
        .isEqualTo(7);
  }

  @Test
  void aTextOfTheGreatestLengthFits() throws Exception {
    String body = "\\u0444".repeat(60_000);

    JsonNode edited =
        json(
            send(
                "PATCH",
                EDITION + "/manuscripts/ru",
                "{\"version\":7,\"bodyMarkdown\":\"" + body + "\"}"),
            200);

    assertThat(edited.path("manuscripts").get(1).path("bodyMarkdown").asText()).hasSize(60_000);
  }

  @Test
  void isDescribed() throws Exception {
    assertThat(send("GET", "/q/openapi", "").body())
        .contains(
            "/api/editions/{date}/approve",
            "/api/editions/{date}/reject",
            "/api/editions/{date}/manuscripts/{language}",
            "RejectOrder");
  }

  private void edition(String date, String state) {
    database.run(
        "insert into generator.edition (edition_date, content_type, state, fence, topic, held_at,"
            + " last_error, lease_until) values ($1, 'explainer', $2::text, 7, 'Topic',"
            + " clock_timestamp(), case when $2 in ('failed', 'skipped') then 'why' end,"
            + " case when $2 like '%ing' then clock_timestamp() + interval '1 min' end)",
        LocalDate.parse(date), state);
  }

  private static String rejection(String then, String more) {
    return "{\"reason\":\"boring\",\"by\":\"anna\",\"then\":\"" + then + "\"" + more + "}";
  }

  private String state() throws Exception {
    return json(send("GET", EDITION, ""), 200).path("state").asText();
  }

  private static void assertProblem(HttpResponse<String> response, int status, String detail)
      throws Exception {
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(json(response, status).path("detail").asText()).contains(detail);
  }

  private static JsonNode json(HttpResponse<String> response, int status) throws Exception {
    assertThat(response.statusCode()).describedAs(response.body()).isEqualTo(status);
    return JSON.readTree(response.body());
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(root.resolve(path))
            .timeout(Duration.ofSeconds(10))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
