package io.broadsheet.sandbox;

import static io.broadsheet.sandbox.Telegram.refusal;
import static io.broadsheet.sandbox.Telegram.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TelegramMethodsTest {
  private static final String IMAGE = "https://pictures.example/sea.jpg";
  private static final String PROBE_CHAT = "-1001234567890";

  @TempDir Path data;
  private Instant now = Instant.parse("2026-11-30T10:00:00Z");
  private Sandbox sandbox;
  private SandboxClient client;
  private Telegram telegram;

  @BeforeEach
  void start() {
    sandbox = Sandbox.start(SandboxOptions.onFreePort(data).withClock(() -> now));
    client = new SandboxClient(sandbox);
    telegram = new Telegram(client);
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  private void set(String chats) throws IOException {
    assertEquals(200, client.json("/sandbox/telegram/chats", chats).statusCode());
  }

  @Test
  void sendsAPhotoWithItsCaption() throws IOException {
    JsonNode message =
        result(telegram.photo(IMAGE, "😀 <a href=\"https://telegra.ph/x\">море</a>"));

    assertEquals("😀 море", message.path("caption").asText());
    assertEquals(3, message.at("/caption_entities/0/offset").asInt());
    assertEquals("https://telegra.ph/x", message.at("/caption_entities/0/url").asText());
    assertFalse(message.has("text"));
    assertEquals("sendPhoto", client.journal().at("/0/method").asText());
    assertEquals("😀 море", client.journal().at("/0/text").asText());
    assertTrue(client.get("/t.me/s/paper").body().contains("href=\"https://telegra.ph/x\""));
    String fileId = message.at("/photo/0/file_id").asText();
    assertEquals(3, result(telegram.photo(fileId, "")).path("message_id").asInt());
  }

  @Test
  void knowsAPhotosIdAfterARestart() throws IOException {
    String fileId = result(telegram.photo(IMAGE, "")).at("/photo/0/file_id").asText();
    stop();
    start();
    assertEquals(3, result(telegram.photo(fileId, "")).path("message_id").asInt());
  }

  @ParameterizedTest
  @CsvSource({
    "'',there is no photo in the request",
    "AgACAgIAAxkBunknown,wrong file identifier/HTTP URL specified",
    "https://host/x.jpg,wrong HTTP URL specified",
    "https:///x.jpg,wrong HTTP URL specified",
    "https://a b.example/x.jpg,wrong HTTP URL specified",
    "https://missing.example/x.jpg,failed to get HTTP URL content",
    "https://a.example/page.html,wrong type of the web page content",
    "https://a.example/x.pdf?as=x.jpg,wrong type of the web page content"
  })
  void refusesAPhoto(String photo, String description) throws IOException {
    assertEquals("400 Bad Request: " + description, refusal(telegram.photo(photo, "x")));
    assertEquals(0, client.journal().size());
  }

  @Test
  void limitsCaptionsInCodePointsAfterParsing() throws IOException {
    result(telegram.photo(IMAGE, "<b>" + "😀".repeat(1024) + "</b>"));
    assertEquals(
        "400 Bad Request: message caption is too long",
        refusal(telegram.photo(IMAGE, "я".repeat(1025))));
    assertEquals(
        "400 Bad Request: text is too long",
        refusal(telegram.photo(IMAGE, "<b></b>".repeat(4682))));
  }

  @Test
  void forwardsWithTheOrigin() throws IOException {
    result(telegram.text("@paper", "<b>раз</b>"));
    now = now.plus(Duration.ofMinutes(1));

    JsonNode copy = result(telegram.forward(PROBE_CHAT, "@paper", "2"));

    assertEquals("раз", copy.path("text").asText());
    assertEquals("bold", copy.at("/entities/0/type").asText());
    JsonNode origin = copy.path("forward_origin");
    assertEquals("channel", origin.path("type").asText());
    assertEquals("paper", origin.at("/chat/username").asText());
    assertEquals(2, origin.path("message_id").asInt());
    assertEquals(copy.path("date").asLong() - 60, origin.path("date").asLong());
    JsonNode effect = client.journal().path(1);
    assertEquals("forwardMessage", effect.path("method").asText());
    assertEquals(PROBE_CHAT, effect.path("destination").asText());
    assertEquals("раз", effect.path("text").asText());
    JsonNode again = result(telegram.forward("-77", PROBE_CHAT, "2"));
    assertEquals(origin, again.path("forward_origin"));
  }

  @Test
  void forwardsPhotosAndMessagesOfGroups() throws IOException {
    result(telegram.photo(IMAGE, "море"));
    JsonNode photo = result(telegram.forward("-77", "@paper", "2"));
    assertEquals("море", photo.path("caption").asText());
    assertTrue(photo.at("/photo/0").has("file_id"));
    result(telegram.text("-77", "x"));
    JsonNode copy = result(telegram.forward("123456", "-77", "3"));
    assertEquals("user", copy.at("/forward_origin/type").asText());
    assertEquals(123456, copy.at("/forward_origin/sender_user/id").asInt());
    assertEquals("private", copy.at("/chat/type").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "-77,@paper,9,message to forward not found",
    "-77,@paper,1,message can't be forwarded",
    "-77,@paper,3,message can't be forwarded",
    "-77,@paper,x,message identifier is not specified",
    "-77,@missing_paper,2,chat not found",
    "@missing_paper,@paper,2,chat not found"
  })
  void refusesToForward(String to, String from, String id, String description) throws IOException {
    result(telegram.text("@paper", "x"));
    result(
        telegram.call("sendMessage", "chat_id", "@paper", "text", "y", "protect_content", "true"));
    assertEquals("400 Bad Request: " + description, refusal(telegram.forward(to, from, id)));
    assertEquals(2, client.journal().size());
  }

  @Test
  void forwardsNothingFromAProtectedChat() throws IOException {
    result(telegram.text("@paper", "x"));
    assertFalse(result(telegram.call("getChat", "chat_id", "@paper")).has("has_protected_content"));
    set("{\"chat\":\"@paper\",\"protected\":true}");
    assertTrue(
        result(telegram.call("getChat", "chat_id", "@paper"))
            .path("has_protected_content")
            .asBoolean());
    assertEquals(
        "400 Bad Request: message can't be forwarded",
        refusal(telegram.forward("-77", "@paper", "2")));
  }

  @Test
  void deletesYoungMessages() throws IOException {
    result(telegram.text("@paper", "раз"));
    result(telegram.text("@paper", "два"));
    assertTrue(delete("3").contains("\"result\":true"));
    assertEquals(2, client.journal().size());
    assertFalse(client.get("/t.me/s/paper").body().contains("два"));
    assertTrue(delete("3").contains("Bad Request: message to delete not found"));
    assertTrue(delete("1").contains("Bad Request: message can't be deleted"));
    stop();
    start();
    assertFalse(client.get("/t.me/s/paper").body().contains("два"));
    assertEquals(4, result(telegram.text("@paper", "три")).path("message_id").asInt());
    now = now.plus(Duration.ofHours(48));
    assertTrue(delete("2").contains("Bad Request: message can't be deleted"));
  }

  private String delete(String id) throws IOException {
    return telegram.call("deleteMessage", "chat_id", "@paper", "message_id", id).body();
  }

  @Test
  void showsTheBotsOwnRights() throws IOException {
    JsonNode member = result(member("@paper", "123456"));
    assertEquals("administrator", member.path("status").asText());
    assertTrue(member.path("can_post_messages").asBoolean());
    set("{\"chat\":\"@paper\",\"rights\":\"no-post-right\"}");
    assertFalse(result(member("@paper", "123456")).path("can_post_messages").asBoolean(true));
    assertEquals("member", result(member("-77", "123456")).path("status").asText());
    assertEquals("400 Bad Request: member not found", refusal(member("@paper", "99")));
    assertEquals("400 Bad Request: invalid user_id specified", refusal(member("@paper", "me")));
  }

  private java.net.http.HttpResponse<String> member(String chat, String user) throws IOException {
    return telegram.call("getChatMember", "chat_id", chat, "user_id", user);
  }

  @ParameterizedTest
  @CsvSource({
    "@paper,kicked,403 Forbidden: bot was kicked from the channel chat",
    "@paper,not-member,403 Forbidden: bot is not a member of the channel chat",
    "@paper,no-post-right,400 Bad Request: need administrator rights in the channel chat",
    "-1001234567890,kicked,403 Forbidden: bot was kicked from the channel chat",
    "-77,kicked,403 Forbidden: bot was kicked from the group chat",
    "-77,no-post-right,400 Bad Request: have no write access to the chat",
    "-77,deleted,403 Forbidden: the group chat was deleted",
    "123456,kicked,403 Forbidden: bot was blocked by the user",
    "123456,deleted,403 Forbidden: user is deactivated"
  })
  void refusesWhereTheBotMayNotPost(String chat, String rights, String refusal) throws IOException {
    set("{\"chat\":\"%s\",\"rights\":\"%s\"}".formatted(chat, rights));
    result(telegram.text("@other_paper", "x"));
    assertEquals(refusal, refusal(telegram.text(chat, "x")));
    assertEquals(refusal, refusal(telegram.forward(chat, "@other_paper", "2")));
    assertEquals(refusal, refusal(telegram.call("sendPhoto", "chat_id", chat, "photo", IMAGE)));
    assertEquals(1, client.journal().size());
    set("{\"chat\":\"%s\",\"rights\":\"ok\"}".formatted(chat));
    result(telegram.text(chat, "x"));
  }

  @Test
  void leadsFromAnUpgradedGroupToItsNewId() throws IOException {
    set("{\"chat\":\"-77\",\"upgradedTo\":\"-1009876543210\"}");
    JsonNode refused = SandboxClient.tree(telegram.text("-77", "x"));
    assertEquals(400, refused.path("error_code").asInt());
    assertEquals(
        "Bad Request: group chat was upgraded to a supergroup chat",
        refused.path("description").asText());
    String newId = refused.at("/parameters/migrate_to_chat_id").asText();
    assertEquals("-1009876543210", newId);
    JsonNode message = result(telegram.text(newId, "x"));
    assertEquals("supergroup", message.at("/chat/type").asText());
    assertEquals(123456, message.at("/from/id").asInt());
  }

  @ParameterizedTest
  @CsvSource({"@paper,channel", "-1001234567890,channel", "-77,group", "123456,private"})
  void knowsTheKindsOfChats(String chat, String type) throws IOException {
    JsonNode shown = result(telegram.call("getChat", "chat_id", chat));
    assertEquals(type, shown.path("type").asText());
    assertEquals(type, result(telegram.text(chat, "x")).at("/chat/type").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"chat\":\"@missing_x\"}|no such chat",
        "{\"chat\":\"@paper\",\"rights\":\"some\"}|'rights' is one of",
        "{\"chat\":\"@paper\",\"type\":\"club\"}|'type' is one of",
        "{\"chat\":\"@paper\",\"right\":\"ok\"}|unknown key 'right'",
        "nonsense|the body is no JSON"
      })
  void saysWhatIsWrongWithASetting(String body, String message) throws IOException {
    var answer = client.json("/sandbox/telegram/chats", body);
    assertEquals(400, answer.statusCode());
    assertTrue(answer.body().contains(message), answer.body());
    assertEquals("[]", client.get("/sandbox/telegram/chats").body());
  }

  @Test
  void resetForgetsRights() throws IOException {
    set("[{\"chat\":\"@paper\",\"rights\":\"kicked\"}]");
    client.json("/sandbox/reset", "");
    result(telegram.text("@paper", "x"));
  }

  @Test
  void jsonBodiesCanBeSwitchedOff(@TempDir Path other) throws IOException {
    String body = "{\"chat_id\":\"@paper\",\"text\":\"x\"}";
    String path = "/telegram/bot" + SandboxClient.BOT_TOKEN + "/sendMessage";
    result(client.json(path, body));
    var settings = new io.broadsheet.sandbox.telegram.TelegramSettings(java.util.Set.of(), false);
    try (Sandbox formsOnly =
        Sandbox.start(SandboxOptions.onFreePort(other).withTelegram(settings))) {
      assertEquals(
          "400 Bad Request: message text is empty",
          refusal(new SandboxClient(formsOnly).json(path, body)));
    }
  }
}
