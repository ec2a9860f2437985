package io.broadsheet.sandbox.mastodon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MastodonApiTest {
  private static final String LINK = "https://paper.example/ru/" + "a".repeat(200);

  @TempDir Path data;
  private Instant now = Instant.parse("2026-11-30T10:00:00Z");
  private Journal journal;
  private MastodonApi mastodon;

  @BeforeEach
  void open() throws IOException {
    journal = Journal.open(data, () -> now);
    mastodon = new MastodonApi(journal, MastodonSettings.DEFAULTS, () -> "http://sandbox");
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  private Answer call(String http, String path, String token, String query, String key)
      throws IOException {
    return mastodon.handle(request(http, path, token, query, key));
  }

  private Call request(String http, String path, String token, String query, String key)
      throws IOException {
    Params params = Params.read(query, null, new byte[0]);
    String method = mastodon.method(http, List.of(path.split("/")));
    Map<String, String> headers = Map.of("idempotency-key", key);
    return new Call(ApiName.MASTODON, method, http, path, token, params, headers, new byte[0]);
  }

  private Answer post(String text, String key) throws IOException {
    return mastodon.handle(status(text, key));
  }

  private Call status(String text, String key) throws IOException {
    String query = "status=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
    return request("POST", "api/v1/statuses", "paper:secret", query, key);
  }

  private Answer get(String path, String query) throws IOException {
    return call("GET", path, "paper:secret", query, "");
  }

  private static JsonNode tree(Answer answer) throws IOException {
    return Json.MAPPER.readTree(answer.body());
  }

  private static String id(Answer answer) throws IOException {
    assertEquals(200, answer.status());
    return tree(answer).path("id").asText();
  }

  @Test
  void aRepeatedKeyGivesTheSameStatusForAnHour() throws IOException {
    String first = id(post("текст", "a"));
    now = now.plus(Duration.ofMinutes(59));
    assertEquals(first, id(post("текст", "a")));
    assertNotEquals(first, id(post("текст", "b")));
    assertEquals(2, journal.entries().size());
    now = now.plus(Duration.ofMinutes(1));
    assertNotEquals(first, id(post("текст", "a")));
  }

  @Test
  void aKeyIsReadWhenTheCallBeginsAndKeptWhenItIsDone() throws IOException {
    Supplier<Answer> slow = mastodon.begin(status("текст", "a"));
    String meanwhile = id(post("текст", "a"));
    assertNotEquals(meanwhile, id(slow.get()));
    assertEquals(2, journal.entries().size());
  }

  @Test
  void keysAreOfOneAccount() throws IOException {
    id(post("x", "a"));
    id(call("POST", "api/v1/statuses", "other:secret", "status=x", "a"));
    assertEquals(
        List.of("paper", "other"), journal.entries().stream().map(Effect::destination).toList());
  }

  @Test
  void keysCanBeSetToMeanNothing() throws IOException {
    mastodon = new MastodonApi(journal, new MastodonSettings(500, 300, false), () -> "http://s");
    assertNotEquals(id(post("x", "a")), id(post("x", "a")));
  }

  @Test
  void countsCodePointsAndEveryLinkAlike() throws IOException {
    id(post("😀".repeat(500), ""));
    Answer tooLong = post("😀".repeat(501), "");
    assertEquals(422, tooLong.status());
    assertEquals(
        "{\"error\":\"Validation failed: Text character limit of 500 exceeded\"}",
        new String(tooLong.body(), StandardCharsets.UTF_8));
    id(post("я".repeat(476) + " " + LINK, ""));
    assertEquals(422, post("я".repeat(477) + " " + LINK, "").status());
  }

  @Test
  void aLinkWithoutADomainCountsInFull() {
    assertEquals(23, StatusText.length("https://paper.example/x"));
    assertEquals(23 + 2, StatusText.length("(https://a.example)"));
    assertEquals("http://localhost/x".length(), StatusText.length("http://localhost/x"));
  }

  @ParameterizedTest
  @CsvSource({
    "'',status=x,401,This method requires an authenticated user",
    "invalid-1,status=x,401,The access token is invalid",
    "readonly-paper:x,status=x,403,This action is outside the authorized scopes",
    "paper:x,status=%20,422,Validation failed: Text can't be blank",
    "paper:x,status=x&visibility=all,422,Validation failed: Visibility is not included in the list"
  })
  void refuses(String token, String query, int status, String error) throws IOException {
    Answer answer = call("POST", "api/v1/statuses", token, query, "");
    assertEquals(status, answer.status());
    assertEquals(error, tree(answer).path("error").asText());
    assertTrue(journal.entries().isEmpty());
  }

  @Test
  void listsTheNewestFirstAndPages() throws IOException {
    String account = tree(get("api/v1/accounts/verify_credentials", null)).path("id").asText();
    String first = id(post("один", ""));
    String second = id(post("два", ""));
    String third = id(post("три", ""));
    String path = "api/v1/accounts/" + account + "/statuses";
    assertEquals(
        List.of(third, second),
        tree(get(path, "limit=2")).findValuesAsText("id").stream()
            .filter(id -> !id.equals(account))
            .toList());
    JsonNode rest = tree(get(path, "max_id=" + second));
    assertEquals(1, rest.size());
    assertEquals(first, rest.at("/0/id").asText());
    assertEquals(404, get("api/v1/accounts/7/statuses", null).status());
  }

  @Test
  void formatsTextAsHtml() throws IOException {
    JsonNode status = tree(post("a < b & \"c\"\nd\n\n" + LINK + ". #Тег", ""));
    String html = status.path("content").asText();
    assertTrue(
        html.startsWith("<p>a &lt; b &amp; &quot;c&quot;<br />d</p><p><a href=\"" + LINK + "\""),
        html);
    assertTrue(html.contains("</a>. <a href=\"http://sandbox/mastodon/tags/Тег\""), html);
    assertEquals("a < b & \"c\"\nd\n\n" + LINK + ". #Тег", journal.entries().get(0).text());
  }

  @Test
  void saysWhatItsLimitsAre() throws IOException {
    JsonNode statuses = tree(get("api/v2/instance", null)).at("/configuration/statuses");
    assertEquals(500, statuses.path("max_characters").asInt());
    assertEquals(23, statuses.path("characters_reserved_per_url").asInt());
  }

  @Test
  void limitsTheRateAndSaysWhenItEnds() throws IOException {
    mastodon = new MastodonApi(journal, new MastodonSettings(500, 2, true), () -> "http://s");
    assertEquals("1", post("x", "a").headers().get("X-RateLimit-Remaining"));
    id(post("x", "a"));
    Answer refused = post("x", "a");
    assertEquals(429, refused.status());
    assertEquals("2026-11-30T10:05:00Z", refused.headers().get("X-RateLimit-Reset"));
    now = now.plus(Duration.ofMinutes(5));
    id(post("x", "a"));
  }

  @Test
  void throttlingSaysWhenItEnds() {
    Answer answer = mastodon.throttled(new Api.Throttle(7, 0));
    assertEquals(429, answer.status());
    assertEquals("2026-11-30T10:00:07Z", answer.headers().get("X-RateLimit-Reset"));
    assertFalse(answer.headers().containsKey("Retry-After"));
  }

  @Test
  void remembersAcrossARestart() throws IOException {
    String first = id(post("x", "a"));
    MastodonApi again = new MastodonApi(journal, MastodonSettings.DEFAULTS, () -> "http://s");
    journal.entries().forEach(again::restore);
    mastodon = again;
    assertEquals(first, id(post("x", "a")));
  }
}
