package io.broadsheet.sandbox.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhookApiTest {
  private static final String BODY = "{\"text\":\"Привет\"}";

  @TempDir Path data;
  private final Instant now = Instant.parse("2026-11-30T10:00:00Z");
  private Journal journal;
  private WebhookApi webhook;

  @BeforeEach
  void open() throws IOException {
    journal = Journal.open(data, () -> now);
    webhook =
        new WebhookApi(
            journal, new WebhookSettings(WebhookSettings.DEFAULT_SECRET, true, Set.of("old")));
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  private Map<String, String> headers(String id, Instant at) {
    String timestamp = Long.toString(at.getEpochSecond());
    byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
    Map<String, String> headers = new HashMap<>();
    headers.put("content-type", "application/json");
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", timestamp);
    headers.put(
        "webhook-signature",
        "v1,AAAA " + Signature.of(WebhookSettings.DEFAULTS.key(), id, timestamp, body));
    return headers;
  }

  private int deliver(String hook, Map<String, String> headers) throws IOException {
    byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
    Params params = Params.read(null, headers.get("content-type"), body);
    Answer answer =
        webhook.handle(
            new Call(ApiName.WEBHOOK, "deliver", "POST", hook, "", params, headers, body));
    return answer.status();
  }

  @Test
  void aRepeatIsAnsweredWithoutASecondEffect() throws IOException {
    assertEquals(200, deliver("paper", headers("msg_1", now)));
    assertEquals(200, deliver("paper", headers("msg_1", now.plusSeconds(60))));
    assertEquals(1, journal.entries().size());
    assertEquals(BODY, journal.entries().get(0).text());
    assertEquals("paper", journal.entries().get(0).destination());
    assertEquals(200, deliver("other", headers("msg_1", now)));
    assertEquals(2, journal.entries().size());
  }

  @Test
  void aReceiverMayForgetWhatItGot() throws IOException {
    webhook =
        new WebhookApi(
            journal, new WebhookSettings(WebhookSettings.DEFAULT_SECRET, false, Set.of()));
    deliver("paper", headers("msg_1", now));
    deliver("paper", headers("msg_1", now));
    assertEquals(2, journal.entries().size());
  }

  @Test
  void signsAsTheSpecificationsExample() {
    // The test vector of the reference libraries (standard-webhooks/standard-webhooks).
    byte[] key =
        new WebhookSettings("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", true, Set.of()).key();
    assertEquals(
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        Signature.of(
            key,
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "1614265330",
            "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({
    "paper,webhook-id,'',400",
    "paper,webhook-id,other,401",
    "paper,webhook-id,a.b,400",
    "paper,webhook-signature,'',400",
    "paper,webhook-signature,'v1,AAAA',401",
    "paper,webhook-timestamp,'',400",
    "paper,webhook-timestamp,1796032499,400",
    "paper,webhook-timestamp,1796033101,400",
    "paper,content-type,text/plain,415",
    "missing-1,content-type,application/json,404",
    "old,content-type,application/json,410"
  })
  void refuses(String hook, String header, String value, int status) throws IOException {
    Map<String, String> headers = headers("msg_1", now);
    headers.put(header, value);
    assertEquals(status, deliver(hook, headers));
    assertTrue(journal.entries().isEmpty());
  }

  @Test
  void toleratesFiveMinutes() throws IOException {
    assertEquals(200, deliver("paper", headers("msg_1", now.minusSeconds(300))));
    assertEquals(200, deliver("paper", headers("msg_2", now.plusSeconds(300))));
    assertEquals(400, deliver("paper", headers("msg_3", now.plusSeconds(301))));
  }

  @Test
  void remembersAcrossARestart() throws IOException {
    deliver("paper", headers("msg_1", now));
    WebhookApi again = new WebhookApi(journal, WebhookSettings.DEFAULTS);
    journal.entries().forEach(again::restore);
    webhook = again;
    assertEquals(200, deliver("paper", headers("msg_1", now)));
    assertEquals(1, journal.entries().size());
  }

  @Test
  void throttlesWithRetryAfterAndWithTheStatusAskedFor() {
    Answer answer = webhook.throttled(new Api.Throttle(7, 503));
    assertEquals(503, answer.status());
    assertEquals("7", answer.headers().get("Retry-After"));
  }

  @Test
  void aSecretOfAnotherFormIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new WebhookSettings("secret", true, Set.of()));
  }
}
