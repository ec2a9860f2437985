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
