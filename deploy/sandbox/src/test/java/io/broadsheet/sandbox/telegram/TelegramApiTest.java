package io.broadsheet.sandbox.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.limit.RateLimits;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TelegramApiTest {
  private static final String TOKEN = "123456:AAFakeTokenOfTheRightShape_0123456789";
  private static final String REVOKED = "123457:AAFakeTokenOfTheRightShape_0123456789";

  @TempDir Path data;
  private Journal journal;
  private TelegramApi telegram;

  @BeforeEach
  void open() throws IOException {
    journal = Journal.open(data, Clock.systemUTC());
    telegram =
        new TelegramApi(journal, new TelegramSettings(Set.of(REVOKED), true), RateLimits.OFF);
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  private Answer call(String token, String method, ObjectNode body) throws IOException {
    Params params = Params.read(null, "application/json", Json.bytes(body));
    return telegram.handle(new Call(ApiName.TELEGRAM, method, "POST", "", token, params));
  }

  private Answer send(String chat, String text, String mode) throws IOException {
    return call(
        TOKEN,
        "SENDmessage",
        Json.object().put("chat_id", chat).put("text", text).put("parse_mode", mode));
  }

  private static JsonNode body(Answer answer) throws IOException {
    return Json.MAPPER.readTree(answer.body());
  }

  private static void assertRefused(int code, String description, Answer answer)
      throws IOException {
    assertEquals(code, answer.status());
    JsonNode expected =
        Json.object().put("ok", false).put("error_code", code).put("description", description);
    assertEquals(expected, body(answer));
  }

  @ParameterizedTest
  @CsvSource({
    "'',Unauthorized: invalid token specified",
    "nonsense,Unauthorized: invalid token specified",
    "12:short,Unauthorized",
    REVOKED + ",Unauthorized"
  })
  void refusesABadToken(String token, String description) throws IOException {
    assertRefused(401, description, call(token, "getMe", Json.object()));
  }

  @Test
  void knowsItself() throws IOException {
    assertEquals(123456, body(call(TOKEN, "getme", Json.object())).at("/result/id").asInt());
    assertRefused(404, "Not Found: method not found", call(TOKEN, "sendPigeon", Json.object()));
  }

  @ParameterizedTest
  @CsvSource({
    "'',Bad Request: chat_id is empty",
    "@missing_paper,Bad Request: chat not found",
    "paper,Bad Request: chat not found",
    "42,Bad Request: chat not found"
  })
  void refusesAnUnknownChat(String chat, String description) throws IOException {
    assertRefused(400, description, send(chat, "x", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "'','',Bad Request: message text is empty",
    "' \n ','',Bad Request: text must be non-empty",
    "<b> </b>,HTML,Bad Request: text must be non-empty",
    "x,MarkdownV2,Bad Request: unsupported parse_mode",
    "<p>,HTML,Bad Request: can't parse entities: Unsupported start tag \"p\" at byte offset 0"
  })
  void refusesABadText(String text, String mode, String description) throws IOException {
    assertRefused(400, description, send("@paper", text, mode));
  }

  @Test
  void countsCodePointsAfterParsingAndBytesBefore() throws IOException {
    assertEquals(200, send("@paper", "<b>" + "😀".repeat(4096) + "</b>", "HTML").status());
    assertRefused(
        400, "Bad Request: message is too long", send("@paper", "я".repeat(4097), "HTML"));
    String markup = "<b></b>".repeat(4000);
    assertEquals(200, send("@paper", markup + "я".repeat(2384), "HTML").status());
    assertRefused(
        400, "Bad Request: text is too long", send("@paper", markup + "я".repeat(2385), "HTML"));
  }

  @Test
  void numbersMessagesPerChatAndKnowsThemByNameAndId() throws IOException {
    assertEquals(2, body(send("@paper", "a", "")).at("/result/message_id").asInt());
    assertEquals(2, body(send("@other_paper", "a", "")).at("/result/message_id").asInt());
    JsonNode chat =
        body(call(TOKEN, "getChat", Json.object().put("chat_id", "@PAPER"))).path("result");
    assertEquals("paper", chat.path("username").asText());
    assertEquals(3, body(send(chat.path("id").asText(), "b", "")).at("/result/message_id").asInt());
  }

  @Test
  void throttlesInBodyAndHeader() throws IOException {
    Answer answer = telegram.throttled(new Api.Throttle(35, 0));
    assertEquals(429, answer.status());
    assertEquals("35", answer.headers().get("Retry-After"));
    assertEquals(35, body(answer).at("/parameters/retry_after").asInt());
    assertEquals("Too Many Requests: retry after 35", body(answer).path("description").asText());
  }

  @Test
  void showsEscapedTextAndLinksOnThePublicPage() throws IOException {
    send(
        "@paper",
        "1 &lt; 2\n<a href=\"https://a.example/?x=1&amp;y=2\">сюда</a> https://b.example/z",
        "HTML");
    String page = page("");
    assertTrue(page.contains("data-post=\"paper/2\""), page);
    assertTrue(page.contains("1 &lt; 2<br/>"), page);
    assertTrue(page.contains("<a href=\"https://a.example/?x=1&amp;y=2\""), page);
    assertTrue(page.contains("<a href=\"https://b.example/z\""), page);
  }

  @Test
  void pagesShowTwentyAndLeadToOlderOnes() throws IOException {
    for (int i = 2; i <= 26; i++) {
      send("@paper", "m" + i, "");
    }
    assertTrue(page("").contains("?before=7"), page(""));
    assertTrue(page("before=7").contains("paper/6\""));
    assertTrue(!page("before=7").contains("?before="));
  }

  private String page(String query) throws IOException {
    Answer answer = telegram.page("paper", Params.read(query, null, new byte[0]));
    return new String(answer.body(), StandardCharsets.UTF_8);
  }
}
