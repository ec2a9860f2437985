package io.broadsheet.sandbox.telegraph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TelegraphApiTest {
  @TempDir Path data;
  private Journal journal;
  private TelegraphApi telegraph;

  @BeforeEach
  void open() throws IOException {
    journal = Journal.open(data, () -> Instant.parse("2026-08-07T10:00:00Z"));
    telegraph = new TelegraphApi(journal, TelegraphSettings.DEFAULTS, () -> "http://here");
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  private JsonNode json(String method, String rest, String body) throws IOException {
    return answer(
        method, rest, Params.read(null, "application/json", body.getBytes(StandardCharsets.UTF_8)));
  }

  private JsonNode answer(String method, String rest, Params params) throws IOException {
    Answer answer = telegraph.handle(new Call(ApiName.TELEGRAPH, method, "POST", rest, "", params));
    assertEquals(200, answer.status());
    return Json.MAPPER.readTree(answer.body());
  }

  private static ObjectNode page(String title) {
    ObjectNode page = Json.object().put("access_token", "paper:x").put("title", title);
    page.putArray("content").add("текст");
    return page;
  }

  private JsonNode create(ObjectNode page) throws IOException {
    return json("createPage", "", page.toString());
  }

  private static void assertRefused(String code, JsonNode answer) {
    assertEquals(Json.object().put("ok", false).put("error", code), answer);
  }

  @Test
  void makesAccounts() throws IOException {
    JsonNode account = json("createAccount", "", "{\"short_name\":\"Paper\"}").path("result");
    String token = account.path("access_token").asText();
    assertEquals(60, token.length());
    create(page("x").put("access_token", token));
    assertEquals("Paper", journal.entries().get(1).destination());
    JsonNode info =
        json(
            "getAccountInfo",
            "",
            "{\"access_token\":\"%s\",\"fields\":[\"short_name\",\"page_count\"]}"
                .formatted(token));
    assertEquals(1, info.at("/result/page_count").asInt());
    assertRefused("SHORT_NAME_REQUIRED", json("createAccount", "", "{}"));
  }

  @Test
  void namesPagesByTitleDayAndRepeat() throws IOException {
    assertEquals(
        "Ezhik-v-tumane-08-07",
        create(page("Ёжик в тумане")).at("/result/path").asText().replace("Yozhik", "Ezhik"));
    assertEquals("Shchi-i-kasha-08-07", create(page("Щи и каша!")).at("/result/path").asText());
    JsonNode second = create(page("Щи и каша!")).path("result");
    assertEquals("Shchi-i-kasha-08-07-2", second.path("path").asText());
    assertEquals("http://here/telegra.ph/Shchi-i-kasha-08-07-2", second.path("url").asText());
  }

  @Test
  void listsTheNewestFirstWithTheirAuthorUrl() throws IOException {
    create(page("a").put("author_url", "https://site.example/p/1"));
    create(page("b").put("author_url", "https://site.example/p/2"));
    create(page("c").put("access_token", "other:x"));
    JsonNode list =
        json("getPageList", "", "{\"access_token\":\"paper:x\",\"limit\":1,\"offset\":0}");
    assertEquals(2, list.at("/result/total_count").asInt());
    assertEquals(1, list.at("/result/pages").size());
    assertEquals("https://site.example/p/2", list.at("/result/pages/0/author_url").asText());
  }

  @Test
  void editsOwnPagesOnly() throws IOException {
    create(page("a"));
    assertRefused(
        "PAGE_ACCESS_DENIED",
        json("editPage", "a-08-07", page("b").put("access_token", "other:x").toString()));
    assertRefused("PAGE_NOT_FOUND", json("editPage", "z-08-07", page("b").toString()));
    json("editPage", "a-08-07", page("b").toString());
    assertEquals("b", json("getPage", "a-08-07", "{}").at("/result/title").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "access_token,'',ACCESS_TOKEN_INVALID",
    "access_token,invalid1,ACCESS_TOKEN_INVALID",
    "title,'',TITLE_REQUIRED",
    "author_url,javascript:x,AUTHOR_URL_INVALID",
    "content,'',CONTENT_REQUIRED",
    "content,[,CONTENT_FORMAT_INVALID",
    "content,text,CONTENT_FORMAT_INVALID",
    "content,[],CONTENT_TEXT_REQUIRED"
  })
  void refusesABadField(String field, String value, String code) throws IOException {
    assertRefused(code, create(page("t").put(field, value)));
  }

  @Test
  void limitsTitles() throws IOException {
    assertTrue(create(page("я".repeat(256))).path("ok").asBoolean());
    assertRefused("TITLE_TOO_LONG", create(page("я".repeat(257))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"tag\":\"h1\",\"children\":[\"x\"]}]",
        "[{\"tag\":\"script\",\"children\":[\"x\"]}]",
        "[{\"tag\":\"p\",\"children\":\"x\"}]",
        "[{\"tag\":\"p\",\"children\":[{\"tag\":\"table\"}]}]",
        "[{\"tag\":\"a\",\"attrs\":{\"onclick\":\"x\"},\"children\":[\"x\"]}]",
        "[{\"tag\":\"a\",\"attrs\":{\"href\":1},\"children\":[\"x\"]}]",
        "[{\"tag\":\"p\",\"style\":\"x\",\"children\":[\"x\"]}]",
        "[1]",
        "{\"tag\":\"p\"}"
      })
  void refusesNodesItDoesNotKnow(String content) throws IOException {
    assertRefused("CONTENT_FORMAT_INVALID", create(page("t").put("content", content)));
  }

  /** 64 KB of the JSON as sent: an escaped Cyrillic letter takes six bytes, a raw one two. */
  @Test
  void measuresTheBytesAsSent() throws IOException {
    String frame = "[{\"tag\":\"p\",\"children\":[\"%s\"]}]";
    int room = 65_536 - frame.length() + 2;
    String fits = frame.formatted("a".repeat(room));
    assertTrue(create(page("t").put("content", fits)).path("ok").asBoolean());
    String over = frame.formatted("a".repeat(room + 1));
    assertRefused("CONTENT_TOO_BIG", create(page("t").put("content", over)));

    String body = "{\"access_token\":\"paper:x\",\"title\":\"t\",\"content\":%s}";
    assertTrue(json("createPage", "", body.formatted(fits)).path("ok").asBoolean());
    assertRefused("CONTENT_TOO_BIG", json("createPage", "", body.formatted(over)));
    String raw = "я".repeat(11_000);
    assertTrue(json("createPage", "", body.formatted(frame.formatted(raw))).path("ok").asBoolean());
    String escaped = "\\u044f".repeat(11_000);
    assertRefused(
        "CONTENT_TOO_BIG", json("createPage", "", body.formatted(frame.formatted(escaped))));
  }

  @Test
  void takesForms() throws IOException {
    String form =
        "access_token=paper:x&title=t&content="
            + URLEncoder.encode("[\"да\"]", StandardCharsets.UTF_8);
    Params params =
        Params.read(
            null, "application/x-www-form-urlencoded", form.getBytes(StandardCharsets.UTF_8));
    assertEquals("да", answer("createPage", "", params).at("/result/description").asText());
  }

  @ParameterizedTest
  @CsvSource({"author_name,128,AUTHOR_NAME_TOO_LONG", "author_url,512,AUTHOR_URL_TOO_LONG"})
  void limitsTheAuthor(String field, int limit, String code) throws IOException {
    String start = field.equals("author_url") ? "https://a.example/" : "";
    String longest = start + "я".repeat(limit - start.length());
    assertTrue(create(page("t").put(field, longest)).path("ok").asBoolean());
    assertRefused(code, create(page("t").put(field, longest + "я")));
  }

  @Test
  void limitsShortNames() throws IOException {
    String body = "{\"short_name\":\"%s\"}";
    assertTrue(json("createAccount", "", body.formatted("я".repeat(32))).path("ok").asBoolean());
    assertRefused("SHORT_NAME_TOO_LONG", json("createAccount", "", body.formatted("я".repeat(33))));
  }

  @Test
  void tellsOfAnAccountWhatIsAskedFor() throws IOException {
    create(page("a"));
    String body = "{\"access_token\":\"paper:x\"%s}";
    JsonNode usual = json("getAccountInfo", "", body.formatted("")).path("result");
    assertEquals("paper", usual.path("short_name").asText());
    assertEquals(3, usual.size());
    JsonNode all =
        json(
                "getAccountInfo",
                "",
                body.formatted(
                    ",\"fields\":[\"short_name\",\"author_name\",\"author_url\",\"auth_url\",\"page_count\"]"))
            .path("result");
    assertEquals(5, all.size());
    assertTrue(all.path("auth_url").asText().startsWith("https://edit.telegra.ph/auth/"));
    assertRefused(
        "FIELD_NAME_INVALID", json("getAccountInfo", "", body.formatted(",\"fields\":[\"age\"]")));
    assertRefused("ACCESS_TOKEN_INVALID", json("getAccountInfo", "", "{}"));
  }

  @Test
  void errorsCanComeWithStatus400() throws IOException {
    telegraph = new TelegraphApi(journal, new TelegraphSettings(true, 400), () -> "http://here");
    Params empty = Params.read(null, null, new byte[0]);
    Answer answer =
        telegraph.handle(new Call(ApiName.TELEGRAPH, "createPage", "POST", "", "", empty));
    assertEquals(400, answer.status());
    assertRefused("ACCESS_TOKEN_INVALID", Json.MAPPER.readTree(answer.body()));
    assertEquals(400, telegraph.throttled(new Api.Throttle(7, 0)).status());
  }

  @Test
  void jsonCanBeSwitchedOff() throws IOException {
    telegraph = new TelegraphApi(journal, new TelegraphSettings(false, 200), () -> "http://here");
    assertRefused("ACCESS_TOKEN_INVALID", create(page("t")));
    takesForms();
  }

  @Test
  void keepsAccountsAndPagesButNoTokensInTheJournal() throws IOException {
    JsonNode made = json("createAccount", "", "{\"short_name\":\"Paper\"}").path("result");
    String token = made.path("access_token").asText();
    create(page("a").put("access_token", token));
    create(page("b").put("access_token", "other:secret-part"));
    create(page("c").put("access_token", "secret-token-without-a-name"));
    String kept = Files.readString(data.resolve("journal.jsonl"));
    assertTrue(!kept.contains(token) && !kept.contains("secret"), kept);

    TelegraphApi again = new TelegraphApi(journal, TelegraphSettings.DEFAULTS, () -> "http://here");
    journal.entries().forEach(again::restore);
    telegraph = again;
    for (String owner : List.of(token, "other:secret-part", "secret-token-without-a-name")) {
      JsonNode list = json("getPageList", "", "{\"access_token\":\"%s\"}".formatted(owner));
      assertEquals(1, list.at("/result/total_count").asInt());
    }
    assertEquals(
        "Paper",
        json("getAccountInfo", "", "{\"access_token\":\"%s\"}".formatted(token))
            .at("/result/short_name")
            .asText());
  }

  /** As journals of before had it: the token itself. */
  @Test
  void readsOlderJournals() throws IOException {
    ObjectNode detail =
        Json.object().put("path", "a-08-07").put("title", "a").put("access_token", "paper:x");
    detail.putArray("content").add("x");
    telegraph.restore(
        journal.effect(ApiName.TELEGRAPH, "createPage", "paper", "a-08-07", "a", detail));
    JsonNode list = json("getPageList", "", "{\"access_token\":\"paper:x\"}");
    assertEquals(1, list.at("/result/total_count").asInt());
  }

  @Test
  void throttlesByFloodWait() throws IOException {
    Answer answer = telegraph.throttled(new Api.Throttle(7, 0));
    assertRefused("FLOOD_WAIT_7", Json.MAPPER.readTree(answer.body()));
    assertEquals(200, answer.status());
  }
}
