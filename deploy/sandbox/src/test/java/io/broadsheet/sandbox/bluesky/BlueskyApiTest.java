package io.broadsheet.sandbox.bluesky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlueskyApiTest {
  private static final String HANDLE = "paper.bsky.social";
  private static final String TID = "3jzfcijpj2z2a";
  private static final String FAMILY = "👨‍👩‍👧";

  @TempDir Path data;
  private Instant now = Instant.parse("2026-11-30T10:00:00Z");
  private Journal journal;
  private BlueskyApi bluesky;
  private JsonNode session;

  @BeforeEach
  void open() throws IOException {
    journal = Journal.open(data, () -> now);
    bluesky = new BlueskyApi(journal, BlueskySettings.DEFAULTS);
    session = tree(createSession("password"));
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  private Answer post(String method, String token, ObjectNode input) throws IOException {
    Params params = Params.read(null, "application/json", Json.bytes(input));
    return bluesky.handle(
        new Call(
            ApiName.BLUESKY,
            bluesky.method("POST", List.of("xrpc", method)),
            "POST",
            "xrpc/" + method,
            token,
            params));
  }

  private Answer get(String method, String query) throws IOException {
    Params params = Params.read(query, null, new byte[0]);
    return bluesky.handle(
        new Call(ApiName.BLUESKY, method, "GET", "xrpc/" + method, access(), params));
  }

  private Answer createSession(String password) throws IOException {
    return post(
        "com.atproto.server.createSession",
        "",
        Json.object().put("identifier", HANDLE).put("password", password));
  }

  private String access() {
    return session.path("accessJwt").asText();
  }

  private String did() {
    return session.path("did").asText();
  }

  private static ObjectNode record(String text) {
    return Json.object()
        .put("$type", "app.bsky.feed.post")
        .put("text", text)
        .put("createdAt", "2026-11-30T10:00:00.000Z");
  }

  private Answer put(String rkey, ObjectNode post) throws IOException {
    return write("putRecord", rkey, post);
  }

  private Answer write(String method, String rkey, ObjectNode post) throws IOException {
    ObjectNode input =
        Json.object().put("repo", did()).put("collection", "app.bsky.feed.post").put("rkey", rkey);
    input.set("record", post);
    return post("com.atproto.repo." + method, access(), input);
  }

  private static JsonNode tree(Answer answer) throws IOException {
    return Json.MAPPER.readTree(answer.body());
  }

  private void assertInvalid(String message, Answer answer) throws IOException {
    assertEquals(400, answer.status());
    assertEquals(
        "Invalid app.bsky.feed.post record: " + message, tree(answer).path("message").asText());
  }

  @Test
  void theSameRecordIsNoSecondCommit() throws IOException {
    JsonNode first = tree(put(TID, record("текст")));
    assertEquals("at://" + did() + "/app.bsky.feed.post/" + TID, first.path("uri").asText());
    assertTrue(first.has("commit"));
    ObjectNode turned = Json.object().put("createdAt", "2026-11-30T10:00:00.000Z");
    JsonNode second = tree(put(TID, turned.put("text", "текст")));
    assertEquals(first.path("cid"), second.path("cid"));
    assertFalse(second.has("commit"));
    assertEquals(1, journal.entries().size());
  }

  @Test
  void anotherRecordUnderTheSameKeyReplacesItAndCounts() throws IOException {
    JsonNode first = tree(put(TID, record("один")));
    JsonNode second = tree(put(TID, record("два")));
    assertEquals(first.path("uri"), second.path("uri"));
    assertNotEquals(first.path("cid"), second.path("cid"));
    assertEquals(List.of("один", "два"), journal.entries().stream().map(Effect::text).toList());
  }

  @Test
  void createRecordFailsOnAnExistingKey() throws IOException {
    assertEquals(200, write("createRecord", TID, record("один")).status());
    assertEquals(500, write("createRecord", TID, record("один")).status());
    ObjectNode input = Json.object().put("repo", HANDLE).put("collection", "app.bsky.feed.post");
    input.set("record", record("два"));
    String uri = tree(post("com.atproto.repo.createRecord", access(), input)).path("uri").asText();
    assertTrue(RecordKey.isTid(uri.substring(uri.lastIndexOf('/') + 1)), uri);
  }

  @Test
  void aKeyThatIsNoTidIsStoredButNeverShown() throws IOException {
    assertEquals(200, put("my-key", record("текст")).status());
    assertFalse(journal.entries().get(0).visible());
    assertEquals(
        200,
        get(
                "com.atproto.repo.getRecord",
                "repo=" + HANDLE + "&collection=app.bsky.feed.post&rkey=my-key")
            .status());
    assertEquals(400, put("a key", record("текст")).status());
  }

  @Test
  void countsGraphemesAndBytes() throws IOException {
    assertEquals(200, put(TID, record("я".repeat(300))).status());
    assertInvalid(
        "Record/text must not be longer than 300 graphemes", put(TID, record("я".repeat(301))));
    assertEquals(200, put(TID, record(FAMILY.repeat(166))).status());
    assertInvalid(
        "Record/text must not be longer than 3000 characters",
        put(TID, record(FAMILY.repeat(167))));
  }

  @ParameterizedTest
  @CsvSource({
    "0,4,true",
    "4,5,true",
    "0,1,false",
    "1,4,false",
    "4,6,false",
    "4,4,false",
    "-1,4,false"
  })
  void facetsLieOnCharactersWithinTheText(int start, int end, boolean valid) throws IOException {
    ObjectNode post = record("мы!");
    ObjectNode facet = post.putArray("facets").addObject();
    facet.putObject("index").put("byteStart", start).put("byteEnd", end);
    facet
        .putArray("features")
        .addObject()
        .put("$type", "app.bsky.richtext.facet#link")
        .put("uri", "https://paper.example/");
    assertEquals(valid ? 200 : 400, put(TID, post).status());
  }

  @Test
  void checksTimeTypeAndCard() throws IOException {
    assertInvalid(
        "Record must have the property \"createdAt\"", put(TID, Json.object().put("text", "x")));
    assertInvalid(
        "Record/createdAt must be an valid atproto datetime (both RFC-3339 and ISO-8601)",
        put(TID, record("x").put("createdAt", "yesterday")));
    assertEquals(400, put(TID, record("x").put("$type", "app.bsky.feed.like")).status());
    ObjectNode card = record("x");
    card.putObject("embed")
        .put("$type", "app.bsky.embed.external")
        .putObject("external")
        .put("uri", "https://paper.example/")
        .put("title", "t");
    assertInvalid("Record/embed/external must have the property \"description\"", put(TID, card));
  }

  @Test
  void anOldAccessTokenIsExpiredUntilItIsRefreshed() throws IOException {
    now = now.plus(Duration.ofHours(2));
    Answer expired = put(TID, record("x"));
    assertEquals(400, expired.status());
    assertEquals("ExpiredToken", tree(expired).path("error").asText());
    session =
        tree(
            post(
                "com.atproto.server.refreshSession",
                session.path("refreshJwt").asText(),
                Json.object()));
    assertEquals(200, put(TID, record("x")).status());
    assertEquals(HANDLE, tree(get("com.atproto.server.getSession", null)).path("handle").asText());
  }

  @Test
  void refusesWrongPasswordsTokensAndForeignRepositories() throws IOException {
    assertEquals(401, createSession("invalid-password").status());
    ObjectNode input = Json.object().put("repo", "did:plc:other").put("rkey", TID);
    assertEquals(401, post("com.atproto.repo.putRecord", access(), input).status());
    assertEquals(401, post("com.atproto.repo.putRecord", "", input).status());
    assertEquals(
        "InvalidToken",
        tree(post("com.atproto.repo.putRecord", access() + "x", input)).path("error").asText());
    assertEquals(
        "Bad token scope",
        tree(post("com.atproto.repo.putRecord", session.path("refreshJwt").asText(), input))
            .path("message")
            .asText());
  }

  @Test
  void limitsSessions() throws IOException {
    for (int i = 1; i < 30; i++) {
      assertEquals(200, createSession("password").status());
    }
    assertEquals(429, createSession("password").status());
    now = now.plus(Duration.ofMinutes(5));
    assertEquals(200, createSession("password").status());
  }

  @Test
  void writesCostPoints() throws IOException {
    bluesky = new BlueskyApi(journal, new BlueskySettings(7_200, 30, 6));
    assertEquals(200, put(TID, record("один")).status());
    assertEquals(200, put(TID, record("два")).status());
    Answer refused = put(TID, record("три"));
    assertEquals(429, refused.status());
    assertEquals("RateLimitExceeded", tree(refused).path("error").asText());
    assertEquals(200, put(TID, record("два")).status());
    now = now.plus(Duration.ofHours(1));
    assertEquals(200, put(TID, record("три")).status());
  }

  @Test
  void readsAndListsRecords() throws IOException {
    put(TID, record("один"));
    put("3jzfcijpj2z2b", record("два"));
    String of = "repo=" + HANDLE + "&collection=app.bsky.feed.post";
    assertEquals(
        "один",
        tree(get("com.atproto.repo.getRecord", of + "&rkey=" + TID)).at("/value/text").asText());
    Answer missing = get("com.atproto.repo.getRecord", of + "&rkey=3jzfcijpj2z2c");
    assertEquals(400, missing.status());
    assertEquals("RecordNotFound", tree(missing).path("error").asText());
    JsonNode page = tree(get("com.atproto.repo.listRecords", of + "&limit=1"));
    assertEquals("два", page.at("/records/0/value/text").asText());
    JsonNode rest =
        tree(get("com.atproto.repo.listRecords", of + "&cursor=" + page.path("cursor").asText()));
    assertEquals("один", rest.at("/records/0/value/text").asText());
    assertFalse(rest.has("cursor"));
  }

  @Test
  void throttlingNamesTheSecondItEnds() {
    Answer answer = bluesky.throttled(new Api.Throttle(7, 0));
    assertEquals(429, answer.status());
    assertEquals(Long.toString(now.getEpochSecond() + 7), answer.headers().get("RateLimit-Reset"));
  }

  @Test
  void remembersAcrossARestart() throws IOException {
    put(TID, record("текст"));
    BlueskyApi again = new BlueskyApi(journal, BlueskySettings.DEFAULTS);
    journal.entries().forEach(again::restore);
    bluesky = again;
    assertFalse(tree(put(TID, record("текст"))).has("commit"));
  }
}
