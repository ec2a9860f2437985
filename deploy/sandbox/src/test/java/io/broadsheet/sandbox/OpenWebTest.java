package io.broadsheet.sandbox;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.broadsheet.sandbox.bluesky.BlueskySettings;
import io.broadsheet.sandbox.mastodon.MastodonSettings;
import io.broadsheet.sandbox.webhook.WebhookSettings;
import io.broadsheet.sandbox.wire.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every fault at every channel of the open web, over HTTP. */
class OpenWebTest {
  private static final Set<String> APIS = Set.of("mastodon", "bluesky", "webhook");

  @TempDir Path data;
  private Sandbox sandbox;
  private SandboxClient client;

  @BeforeEach
  void start() {
    sandbox = Sandbox.start(SandboxOptions.onFreePort(data));
    client = new SandboxClient(sandbox);
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  private HttpResponse<String> post(String api) throws IOException {
    return switch (api) {
      case "mastodon" ->
          client.jsonWith(
              "/mastodon/api/v1/statuses",
              "{\"status\":\"Привет\"}",
              "Authorization",
              "Bearer paper:secret");
      case "bluesky" -> put();
      default -> deliver();
    };
  }

  private HttpResponse<String> put() throws IOException {
    String token =
        SandboxClient.tree(
                client.json(
                    "/bluesky/xrpc/com.atproto.server.createSession",
                    "{\"identifier\":\"paper.example\",\"password\":\"x\"}"))
            .path("accessJwt")
            .asText();
    String input =
        """
        {"repo":"paper.example","collection":"app.bsky.feed.post","rkey":"3jzfcijpj2z2a",
         "record":{"text":"Привет","createdAt":"2026-11-30T10:00:00Z"}}\
        """;
    return client.jsonWith(
        "/bluesky/xrpc/com.atproto.repo.putRecord", input, "Authorization", "Bearer " + token);
  }

  private HttpResponse<String> deliver() throws IOException {
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    String body = "{\"text\":\"Привет\"}";
    return client.jsonWith(
        "/webhook/paper",
        body,
        "webhook-id",
        "msg_1",
        "webhook-timestamp",
        timestamp,
        "webhook-signature",
        "v1," + signature("msg_1." + timestamp + "." + body));
  }

  private static String signature(String content) {
    try {
      byte[] key =
          Base64.getDecoder().decode(WebhookSettings.DEFAULT_SECRET.substring("whsec_".length()));
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(content.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private void once(String api, String fault) throws IOException {
    String method =
        switch (api) {
          case "mastodon" -> "statuses";
          case "bluesky" -> "putRecord";
          default -> "deliver";
        };
    client.fault(
        "[{\"api\":\"%s\",\"method\":\"%s\",\"times\":1,\"delayMs\":300,\"fault\":\"%s\"}]"
            .formatted(api, method, fault));
  }

  private int effects(String api) throws IOException {
    return SandboxClient.tree(client.get("/sandbox/journal?api=" + api)).size();
  }

  @Test
  void everyApiHasItsEffectOnce() throws IOException {
    for (String api : APIS) {
      assertEquals(200, post(api).statusCode(), api);
      assertEquals(1, effects(api), api);
    }
    assertTrue(client.journal().toString().contains("Привет"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"error", "throttle"})
  void refusalsHaveNoEffect(String fault) throws IOException {
    for (String api : APIS) {
      once(api, fault);
      assertEquals(fault.equals("error") ? 500 : 429, post(api).statusCode(), api);
      assertEquals(0, effects(api), api);
      assertEquals(200, post(api).statusCode(), api);
    }
  }

  @Test
  void resetsHaveTheEffectTheyName() throws IOException {
    for (String api : APIS) {
      once(api, "reset-before");
      assertThrows(IOException.class, () -> post(api), api);
      assertEquals(0, effects(api), api);
      once(api, "reset-after-effect");
      assertThrows(IOException.class, () -> post(api), api);
      assertEquals(1, effects(api), api);
    }
  }

  @Test
  void serverErrorsAndSlownessComeAfterTheEffect() throws IOException {
    for (String api : APIS) {
      once(api, "5xx-after-effect");
      assertEquals(502, post(api).statusCode(), api);
      assertEquals(1, effects(api), api);
      once(api, "slow");
      assertEquals(200, post(api).statusCode(), api);
    }
  }

  @Test
  void aLateEffectComesAfterTheFailure() throws IOException {
    for (String api : APIS) {
      once(api, "late-effect");
      assertEquals(504, post(api).statusCode(), api);
      assertEquals(0, effects(api), api);
      await().atMost(Duration.ofSeconds(10)).until(() -> effects(api) == 1);
    }
  }

  @Test
  void aBodyThatIsNoJsonIsRefused() throws IOException {
    assertEquals(400, client.jsonWith("/mastodon/api/v1/statuses", "{", "X", "y").statusCode());
    assertEquals(404, client.get("/mastodon").statusCode());
  }

  @Test
  void settingsAreReadByName() {
    OpenWebSettings settings =
        OpenWebSettings.DEFAULTS
            .with("mastodon-max-characters", "100")
            .with("mastodon-rate", "0")
            .with("mastodon-idempotency", "ignored")
            .with("bluesky-token-ttl", "60")
            .with("bluesky-sessions", "2")
            .with("bluesky-points", "9")
            .with("webhook-repeats", "ignored")
            .with("webhook-gone", "a, b");
    assertEquals(new MastodonSettings(100, 0, false), settings.mastodon());
    assertEquals(new BlueskySettings(60, 2, 9), settings.bluesky());
    assertEquals(
        new WebhookSettings(WebhookSettings.DEFAULT_SECRET, false, Set.of("a", "b")),
        settings.webhook());
    assertThrows(
        IllegalArgumentException.class,
        () -> OpenWebSettings.DEFAULTS.with("bluesky-token-ttl", "0"));
    assertThrows(
        IllegalArgumentException.class,
        () -> OpenWebSettings.DEFAULTS.with("webhook-secret", Json.object().toString()));
  }
}
