package io.broadsheet.sandbox.vk;

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
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VkApiTest {
  private static final String FORM = "application/x-www-form-urlencoded";

  @TempDir Path data;
  private Instant now = Instant.parse("2026-11-30T10:00:00Z");
  private Journal journal;
  private VkApi vk;

  @BeforeEach
  void open() throws IOException {
    journal = Journal.open(data, () -> now);
    vk = new VkApi(journal, VkSettings.DEFAULTS, RateLimits.OFF);
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  private static ObjectNode post() {
    return Json.object()
        .put("owner_id", "-7")
        .put("from_group", "1")
        .put("message", "Привет")
        .put("v", "5.199")
        .put("access_token", "key");
  }

  private static String form(ObjectNode params) {
    return params.properties().stream()
        .map(
            field ->
                field.getKey()
                    + "="
                    + URLEncoder.encode(field.getValue().asText(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private JsonNode call(String method, ObjectNode params) throws IOException {
    Params read = Params.read(null, FORM, form(params).getBytes(StandardCharsets.UTF_8));
    Answer answer = vk.handle(new Call(ApiName.VK, method, "POST", "", "", read));
    assertEquals(200, answer.status());
    return Json.MAPPER.readTree(answer.body());
  }

  private int postId(ObjectNode params) throws IOException {
    return call("wall.post", params).at("/response/post_id").asInt();
  }

  private int code(String method, ObjectNode params) throws IOException {
    return call(method, params).at("/error/error_code").asInt();
  }

  @Test
  void aRepeatedGuidGivesTheSamePostForAnHour() throws IOException {
    assertEquals(1, postId(post().put("guid", "a")));
    now = now.plus(Duration.ofMinutes(59));
    assertEquals(1, postId(post().put("guid", "a")));
    assertEquals(2, postId(post().put("guid", "b")));
    assertEquals(2, journal.entries().size());
    now = now.plus(Duration.ofMinutes(1));
    assertEquals(3, postId(post().put("guid", "a")));
  }

  @Test
  void guidsAreOfOneWall() throws IOException {
    postId(post().put("guid", "a"));
    assertEquals(1, postId(post().put("guid", "a").put("owner_id", "-8")));
    assertEquals(2, journal.entries().size());
  }

  @Test
  void aGuidCanBeSetToMeanNothing() throws IOException {
    vk = new VkApi(journal, VkSettings.DEFAULTS.withGuidHonoured(false), RateLimits.OFF);
    postId(post().put("guid", "a"));
    assertEquals(2, postId(post().put("guid", "a")));
  }

  @Test
  void refusesTheFiftyFirstPostOfADay() throws IOException {
    for (int i = 0; i < 50; i++) {
      postId(post().put("guid", "g" + i));
    }
    JsonNode error = call("wall.post", post()).path("error");
    assertEquals(214, error.path("error_code").asInt());
    assertTrue(error.path("error_msg").asText().contains("50 posts a day"));
    assertEquals(1, postId(post().put("guid", "g0")));
    now = now.plus(Duration.ofDays(1));
    assertEquals(51, postId(post()));
  }

  @ParameterizedTest
  @CsvSource({
    "access_token,'',5",
    "access_token,invalid-1,5",
    "access_token,service-1,28",
    "v,'',8",
    "v,new,100",
    "owner_id,'',100",
    "owner_id,seven,100",
    "owner_id,7,15",
    "message,'',100",
    "attachments,'https://a.example,https://b.example',100",
    "attachments,nonsense,100"
  })
  void refusesABadParameter(String name, String value, int code) throws IOException {
    assertEquals(code, code("wall.post", post().put(name, value)));
  }

  @Test
  void refusesAnUnknownMethodAndALongMessage() throws IOException {
    assertEquals(3, code("wall.fly", post()));
    assertEquals(1, postId(post().put("message", "я".repeat(16_384))));
    assertEquals(100, code("wall.post", post().put("message", "я".repeat(16_385))));
  }

  @Test
  void errorsEchoTheParametersButNotTheToken() throws IOException {
    String error = call("wall.post", post().put("owner_id", "7")).toString();
    assertTrue(error.contains("{\"key\":\"owner_id\",\"value\":\"7\"}"), error);
    assertTrue(!error.contains("access_token"), error);
  }

  @Test
  void theWallNeedsAServiceToken() throws IOException {
    postId(post().put("attachments", "photo-7_1,https://a.example/x"));
    postId(post().put("message", "второй"));
    assertEquals(27, code("wall.get", post()));
    JsonNode wall =
        call("wall.get", post().put("access_token", "service-1").put("count", 1)).path("response");
    assertEquals(2, wall.path("count").asInt());
    assertEquals("второй", wall.at("/items/0/text").asText());
    JsonNode older = call("wall.get", post().put("access_token", "service-1").put("offset", 1));
    assertEquals(
        "https://a.example/x", older.at("/response/items/0/attachments/1/link/url").asText());
  }

  @Test
  void knowsCommunities() throws IOException {
    assertEquals(
        7, call("groups.getById", post().put("group_id", "7")).at("/response/groups/0/id").asInt());
  }

  @ParameterizedTest
  @CsvSource({
    "vk2.a.token,1051,Method is not available for this profile type",
    "expired-key,1117,Access token has expired",
    "service-1,28,Application authorization failed: method is unavailable with service token.",
    "vk1.a.club8-key,15,Access denied: you can post only on the community's own wall",
    "vk1.a.nowall-key,15,Access denied: no access to call this method"
  })
  void refusesATokenThatMayNotPost(String token, int code, String message) throws IOException {
    JsonNode error = call("wall.post", post().put("access_token", token)).path("error");
    assertEquals(code, error.path("error_code").asInt());
    assertEquals(message, error.path("error_msg").asText());
    assertEquals(0, journal.entries().size());
  }

  @ParameterizedTest
  @CsvSource({"vk1.a.club7-key,-7", "vk1.a.key,-7", "user-1,-7"})
  void takesATokenThatMayPost(String token, int author) throws IOException {
    assertEquals(1, postId(post().put("access_token", token)));
    JsonNode item = call("wall.get", post().put("access_token", "user-1"));
    assertEquals(author, item.at("/response/items/0/from_id").asInt());
  }

  @Test
  void aUserPostsForTheCommunityOnlyWhenAsked() throws IOException {
    postId(post().put("access_token", "user-1").put("from_group", "0"));
    postId(post().put("access_token", "user-1").put("owner_id", "9"));
    JsonNode item = call("wall.get", post().put("access_token", "user-1"));
    assertEquals(1, item.at("/response/items/0/from_id").asInt());
  }

  @Test
  void tellsWhatAKeyMayDo() throws IOException {
    JsonNode all = call("groups.getTokenPermissions", post()).path("response");
    assertEquals(4 + 8_192 + 262_144, all.path("mask").asInt());
    assertEquals("wall", all.at("/permissions/1/name").asText());
    JsonNode less = call("groups.getTokenPermissions", post().put("access_token", "nowall-key"));
    assertEquals(4 + 262_144, less.at("/response/mask").asInt());
    assertEquals(5, code("groups.getTokenPermissions", post().put("access_token", "user-1")));
    assertEquals(28, code("groups.getTokenPermissions", post().put("access_token", "service-1")));
  }

  @Test
  void knowsWhoseKeyItIs() throws IOException {
    ObjectNode params = post().put("access_token", "vk1.a.club4242-key").put("fields", "can_post");
    JsonNode group = call("groups.getById", params).at("/response/groups/0");
    assertEquals(4242, group.path("id").asInt());
    assertEquals(1, group.path("can_post").asInt());
    rule("{\"owner\":\"-4242\",\"rights\":\"no-post-right\"}");
    group = call("groups.getById", params).at("/response/groups/0");
    assertEquals(0, group.path("can_post").asInt());
    assertEquals(100, code("groups.getById", post().put("access_token", "user-1")));
    assertEquals(100, code("groups.getById", post().put("access_token", "fits-every-community")));
    assertEquals(125, code("groups.getById", post().put("group_id", "missing_paper")));
  }

  private void rule(String rule) throws IOException {
    vk.wallRules().adjust(Json.MAPPER.readTree(rule));
  }

  @ParameterizedTest
  @CsvSource({
    "allowed,см. https://a.example/x,'',0",
    "forbidden,см. https://a.example/x,'',222",
    "forbidden,см. telegra.ph,'',222",
    "forbidden,Привет,https://a.example/x,222",
    "forbidden,Привет. Пока,'',0",
    "forbidden-in-text,см. https://a.example/x,'',222",
    "forbidden-in-text,Привет,https://a.example/x,0"
  })
  void aWallMayForbidLinks(String hyperlinks, String message, String attachment, int code)
      throws IOException {
    rule("{\"owner\":\"-7\",\"hyperlinks\":\"%s\"}".formatted(hyperlinks));
    ObjectNode params = post().put("message", message).put("attachments", attachment);
    assertEquals(code, code("wall.post", params));
    assertEquals(code == 0 ? 1 : 0, journal.entries().size());
    assertEquals(0, code("wall.post", params.put("owner_id", "-8")));
  }

  @Test
  void thePinnedPostStandsFirst() throws IOException {
    for (int i = 1; i <= 4; i++) {
      postId(post().put("message", "m" + i));
    }
    rule("{\"owner\":\"-7\",\"pinned\":2}");
    assertEquals("2 4 3 1 ", ids(0, 10));
    assertEquals("2 4 ", ids(0, 2));
    assertEquals("3 1 ", ids(2, 10));
    ObjectNode get = post().put("access_token", "service-1");
    assertEquals(1, call("wall.get", get).at("/response/items/0/is_pinned").asInt());
    rule("{\"owner\":\"-7\"}");
    assertEquals("4 3 2 1 ", ids(0, 10));
  }

  private String ids(int offset, int count) throws IOException {
    ObjectNode get =
        post().put("access_token", "service-1").put("offset", offset).put("count", count);
    StringBuilder ids = new StringBuilder();
    call("wall.get", get)
        .at("/response/items")
        .forEach(item -> ids.append(item.path("id").asText()).append(' '));
    return ids.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "wall.post,v,'',8,Invalid request: versions below 5.81 are deprecated. Version param should be passed as \"v\".",
    "wall.post,owner_id,'',100,One of the parameters specified was missing or invalid: owner_id is undefined",
    "wall.post,owner_id,0,100,One of the parameters specified was missing or invalid: owner_id not integer",
    "wall.post,owner_id,4000000000,113,Invalid user id",
    "wall.post,owner_id,-4000000000,125,Invalid group id",
    "wall.post,access_token,invalid,5,User authorization failed: invalid access_token (4).",
    "wall.get,access_token,key,27,Group authorization failed: method is unavailable with group auth."
  })
  void refusesInVksWords(String method, String name, String value, int code, String message)
      throws IOException {
    JsonNode error = call(method, post().put(name, value)).path("error");
    assertEquals(code, error.path("error_code").asInt());
    assertEquals(message, error.path("error_msg").asText());
  }

  @Test
  void takesTenAttachmentsOfWhichOneIsALink() throws IOException {
    String nine = "photo-7_1,".repeat(9);
    assertEquals(0, code("wall.post", post().put("attachments", nine + "https://a.example")));
    assertEquals(
        100, code("wall.post", post().put("attachments", nine + "photo-7_1,https://a.example")));
  }

  @Test
  void readsFormsOnly() throws IOException {
    Params json = Params.read(null, "application/json", Json.bytes(post()));
    Answer answer = vk.handle(new Call(ApiName.VK, "wall.post", "POST", "", "", json));
    assertEquals(5, Json.MAPPER.readTree(answer.body()).at("/error/error_code").asInt());
  }

  @Test
  void aTokenIsEchoedUnderNoName() throws IOException {
    ObjectNode params = post().put("owner_id", "7").put("key", "secret").put("guid", "g");
    params.remove("access_token");
    Params read = Params.read(null, FORM, form(params).getBytes(StandardCharsets.UTF_8));
    Answer answer = vk.handle(new Call(ApiName.VK, "wall.post", "POST", "", "secret", read));
    String body = new String(answer.body(), StandardCharsets.UTF_8);
    assertTrue(body.contains("{\"key\":\"guid\",\"value\":\"g\"}"), body);
    assertTrue(!body.contains("secret"), body);
  }

  @Test
  void asksForAPersonAsVkDoes() throws IOException {
    JsonNode captcha = failed(14);
    assertEquals("Captcha needed", captcha.path("error_msg").asText());
    assertTrue(captcha.has("captcha_sid") && captcha.has("captcha_img"));
    JsonNode validation = failed(17);
    assertEquals("Validation required", validation.path("error_msg").asText());
    assertTrue(validation.has("redirect_uri"));
    assertEquals("Hyperlinks are forbidden", failed(222).path("error_msg").asText());
    assertEquals("Error 7777", failed(7777).path("error_msg").asText());
  }

  private JsonNode failed(int code) throws IOException {
    byte[] body = vk.failed(new Api.Failure(code, "")).body();
    return Json.MAPPER.readTree(body).path("error");
  }

  @Test
  void throttlesByCode() throws IOException {
    assertEquals(6, throttleCode(0));
    assertEquals(9, throttleCode(9));
  }

  private int throttleCode(int status) throws IOException {
    byte[] body = vk.throttled(new Api.Throttle(1, status)).body();
    return Json.MAPPER.readTree(body).at("/error/error_code").asInt();
  }
}
