package io.broadsheet.sandbox;

import static io.broadsheet.sandbox.Telegram.result;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.limit.RateLimits;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rate limits, by a clock that the tests move. */
class RateLimitTest {
  @TempDir Path data;
  private final AtomicLong nanos = new AtomicLong(-5_000_000_000L);
  private Sandbox sandbox;
  private SandboxClient client;
  private Telegram telegram;

  @BeforeEach
  void start() {
    sandbox =
        Sandbox.start(SandboxOptions.onFreePort(data).withLimits(new RateLimits(true, nanos::get)));
    client = new SandboxClient(sandbox);
    telegram = new Telegram(client);
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private void fill(String chat, int messages) throws IOException {
    for (int i = 0; i < messages; i++) {
      result(telegram.text(chat, "x"));
    }
  }

  private void assertThrottled(int seconds, HttpResponse<String> answer) throws IOException {
    assertEquals(429, answer.statusCode(), answer.body());
    JsonNode body = SandboxClient.tree(answer);
    assertEquals(seconds, body.at("/parameters/retry_after").asInt());
    assertEquals("Too Many Requests: retry after " + seconds, body.path("description").asText());
    assertEquals(Integer.toString(seconds), answer.headers().firstValue("Retry-After").orElse(""));
  }

  @Test
  void oneChatTakesABurstThenOneASecond() throws IOException {
    fill("@paper", 20);
    assertThrottled(1, telegram.text("@paper", "x"));
    assertEquals(20, client.journal().size());
    pass(999);
    assertThrottled(1, telegram.text("@paper", "x"));
    pass(1);
    fill("@paper", 1);
    assertThrottled(1, telegram.text("@paper", "x"));
    pass(3_000);
    fill("@paper", 3);
    assertThrottled(1, telegram.text("@paper", "x"));
    fill("@other_paper", 1);
  }

  @Test
  void oneGroupTakesTwentyAMinute() throws IOException {
    fill("-77", 10);
    pass(15_000);
    fill("-77", 10);
    assertThrottled(45, telegram.text("-77", "x"));
    pass(45_000);
    fill("-77", 10);
    assertThrottled(15, telegram.forward("-77", "-77", "2"));
  }

  @Test
  void oneBotSendsThirtyASecondToAll() throws IOException {
    fill("@paper", 15);
    fill("@other_paper", 15);
    assertThrottled(1, telegram.text("@third_paper", "x"));
    pass(1_000);
    fill("@third_paper", 1);
  }

  @Test
  void refusalsAndReadingCountForNothing() throws IOException {
    for (int i = 0; i < 40; i++) {
      assertEquals(400, telegram.text("@paper", "<p>").statusCode());
      assertEquals(200, telegram.call("getChat", "chat_id", "@paper").statusCode());
    }
    fill("@paper", 20);
  }

  @Test
  void resetStartsAnew() throws IOException {
    fill("@paper", 20);
    client.json("/sandbox/reset", "");
    fill("@paper", 20);
  }

  @ParameterizedTest
  @CsvSource({"user-token,3", "service-token,20", "vk1.a.key,20"})
  void vkCountsByToken(String token, int calls) throws IOException {
    for (int i = 0; i < calls; i++) {
      assertEquals("", error(token));
    }
    assertEquals("6 Too many requests per second", error(token));
    assertEquals("", error(token + "-other"));
    pass(999);
    assertEquals("6 Too many requests per second", error(token));
    pass(1);
    assertEquals("", error(token));
  }

  private String error(String token) throws IOException {
    HttpResponse<String> answer =
        client.form(
            "/vk/method/groups.getById", "group_id", "7", "v", "5.199", "access_token", token);
    assertEquals(200, answer.statusCode());
    JsonNode error = SandboxClient.tree(answer).path("error");
    return error.isMissingNode()
        ? ""
        : error.path("error_code").asText() + " " + error.path("error_msg").asText();
  }

  @Test
  void limitsCanBeSwitchedOff(@TempDir Path other) throws IOException {
    try (Sandbox unlimited =
        Sandbox.start(SandboxOptions.onFreePort(other).withRateLimits(false))) {
      telegram = new Telegram(new SandboxClient(unlimited));
      fill("@paper", 40);
    }
  }
}
