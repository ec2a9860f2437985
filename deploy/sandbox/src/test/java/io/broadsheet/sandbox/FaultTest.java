package io.broadsheet.sandbox;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTest {
  @TempDir Path data;
  private Sandbox sandbox;
  private SandboxClient client;

  @BeforeEach
  void start() {
    sandbox = Sandbox.start(SandboxOptions.onFreePort(data).withRateLimits(false));
    client = new SandboxClient(sandbox);
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  private int effects() throws IOException {
    return client.journal().size();
  }

  private JsonNode rule(int index) throws IOException {
    return SandboxClient.tree(client.get("/sandbox/faults")).path(index);
  }

  private void once(String fault) throws IOException {
    client.fault("[{\"api\":\"telegram\",\"times\":1,%s}]".formatted(fault));
  }

  @Test
  void errorHasNoEffectAndSaysWhatTheRuleSays() throws IOException {
    once("\"fault\":\"error\",\"status\":403,\"body\":\"Forbidden: bot was kicked\"");
    HttpResponse<String> answer = client.message("x");
    assertEquals(403, answer.statusCode());
    assertEquals(
        "{\"ok\":false,\"error_code\":403,\"description\":\"Forbidden: bot was kicked\"}",
        answer.body());
    assertEquals(0, effects());
    assertEquals(200, client.message("x").statusCode());
  }

  @Test
  void errorSendsAGivenObjectAsItIs() throws IOException {
    client.fault(
        "[{\"api\":\"llm\",\"method\":\"anna\",\"fault\":\"error\",\"status\":200,\"body\":{\"error\":{\"code\":502}}}]");
    assertEquals(502, client.completion("anna", "Task: topic", "").at("/error/code").asInt());
    assertTrue(client.completion("vera", "Task: topic", "").has("choices"));
  }

  @Test
  void requestsTellWhomTheyWereForAndHowLongTheyWereToldToWait() throws IOException {
    once("\"fault\":\"throttle\",\"retryAfter\":7");
    client.message("x");
    JsonNode request = SandboxClient.tree(client.get("/sandbox/requests")).path(0);
    assertEquals(7, request.path("retryAfter").asInt());
    assertEquals(client.message("y").statusCode(), 200);
    String destination = client.journal().path(0).path("destination").asText();
    assertEquals(destination, request.path("destination").asText());
    assertTrue(
        SandboxClient.tree(client.get("/sandbox/requests"))
            .path(1)
            .path("retryAfter")
            .isMissingNode());
  }

  @Test
  void throttleSpeaksEachApisLanguage() throws IOException {
    for (String api : new String[] {"telegram", "telegraph", "vk", "llm"}) {
      client.fault("{\"api\":\"%s\",\"fault\":\"throttle\",\"retryAfter\":35}".formatted(api));
    }
    HttpResponse<String> telegram = client.message("x");
    assertEquals(429, telegram.statusCode());
    assertEquals("35", telegram.headers().firstValue("Retry-After").orElse(""));
    assertTrue(client.get("/telegraph/createPage").body().contains("FLOOD_WAIT_35"));
    assertTrue(client.get("/vk/method/wall.post").body().contains("\"error_code\":6"));
    HttpResponse<String> llm = client.json("/llm/anna/v1/chat/completions", "{}");
    assertEquals(429, llm.statusCode());
    assertEquals("35", llm.headers().firstValue("Retry-After").orElse(""));
    assertEquals(0, effects());
  }

  @ParameterizedTest
  @CsvSource({
    "'\"fault\":\"error\",\"status\":14',14,captcha_img",
    "'\"fault\":\"error\",\"status\":17',17,redirect_uri",
    "'\"fault\":\"error\",\"status\":222',222,error_msg",
    "'\"fault\":\"throttle\",\"status\":9',9,error_msg"
  })
  void vksErrorsRepeatTheCallButNotItsToken(String fault, int code, String field)
      throws IOException {
    client.fault("[{\"api\":\"vk\",\"method\":\"wall.post\",%s}]".formatted(fault));
    HttpResponse<String> answer =
        client.form(
            "/vk/method/wall.post", "owner_id", "-7", "message", "x", "access_token", "secret");
    assertEquals(200, answer.statusCode());
    JsonNode error = SandboxClient.tree(answer).path("error");
    assertEquals(code, error.path("error_code").asInt());
    assertTrue(error.has(field), answer.body());
    assertEquals("owner_id", error.at("/request_params/2/key").asText());
    assertFalse(answer.body().contains("secret"), answer.body());
  }

  @Test
  void slowHasItsEffectBeforeTheAnswer() throws IOException {
    once("\"fault\":\"slow\",\"delayMs\":300");
    long start = System.nanoTime();
    assertEquals(200, client.message("x").statusCode());
    assertTrue(System.nanoTime() - start >= 300_000_000L);
    assertEquals(1, effects());
  }

  @Test
  void resetBeforeIsAResetWithoutEffect() throws IOException {
    once("\"fault\":\"reset-before\"");
    assertThrows(IOException.class, () -> client.message("x"));
    assertEquals(0, effects());
  }

  @Test
  void resetAfterEffectIsAResetWithEffect() throws IOException {
    once("\"fault\":\"reset-after-effect\"");
    assertThrows(IOException.class, () -> client.message("x"));
    assertEquals(1, effects());
    assertEquals("reset after: ok", client.requests().at("/0/outcome").asText());
  }

  @Test
  void aResetIsRstNotFin() throws IOException {
    once("\"fault\":\"reset-before\"");
    try (Socket socket = rawMessage()) {
      SocketException e = assertThrows(SocketException.class, () -> socket.getInputStream().read());
      assertTrue(e.getMessage().contains("reset"), e.getMessage());
    }
  }

  @Test
  void hangNeitherAnswersNorActs() throws IOException {
    once("\"fault\":\"hang\"");
    try (Socket socket = rawMessage()) {
      socket.setSoTimeout(300);
      assertThrows(SocketTimeoutException.class, () -> socket.getInputStream().read());
    }
    assertEquals(0, effects());
    assertEquals("no answer", client.requests().at("/0/outcome").asText());
  }

  private Socket rawMessage() throws IOException {
    Socket socket = new Socket("127.0.0.1", sandbox.port());
    String body = "chat_id=@paper&text=x";
    socket
        .getOutputStream()
        .write(
            ("POST /telegram/bot%s/sendMessage HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(SandboxClient.BOT_TOKEN, body.length(), body))
                .getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  @Test
  void gatewayErrorAfterTheEffect() throws IOException {
    once("\"fault\":\"5xx-after-effect\",\"status\":504");
    HttpResponse<String> answer = client.message("x");
    assertEquals(504, answer.statusCode());
    assertTrue(answer.body().contains("<title>504 Gateway Timeout"), answer.body());
    assertEquals(1, effects());
  }

  @Test
  void lateEffectFailsFirst() throws IOException {
    once("\"fault\":\"late-effect\",\"delayMs\":400");
    assertEquals(504, client.message("x").statusCode());
    assertEquals(0, effects());
    await().atMost(Duration.ofSeconds(10)).until(() -> effects() == 1);
  }

  @Test
  void afterLetsCallsThroughAndTimesEndsTheRule() throws IOException {
    client.fault(
        "[{\"api\":\"telegram\",\"method\":\"sendMessage\",\"after\":2,\"times\":2,\"fault\":\"error\"}]");
    StringBuilder statuses = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      statuses.append(client.message("x").statusCode()).append(' ');
    }
    assertEquals("200 200 500 500 200 200 ", statuses.toString());
    assertEquals(2, rule(0).path("hits").asInt());
    assertEquals(4, rule(0).path("matched").asInt());
  }

  @Test
  void theFirstRuleThatFiresDecides() throws IOException {
    client.fault(
        "[{\"api\":\"telegram\",\"times\":1,\"fault\":\"error\",\"status\":500},{\"api\":\"telegram\",\"method\":\"*\",\"fault\":\"error\",\"status\":502}]");
    assertEquals(500, client.message("x").statusCode());
    assertEquals(502, client.message("x").statusCode());
    client.delete("/sandbox/faults");
    assertEquals(200, client.message("x").statusCode());
  }

  @Test
  void otherMethodsAndApisAreSpared() throws IOException {
    client.fault("[{\"api\":\"telegram\",\"method\":\"getme\",\"fault\":\"error\"}]");
    assertEquals(200, client.message("x").statusCode());
    assertEquals(
        500, client.get("/telegram/bot" + SandboxClient.BOT_TOKEN + "/getMe").statusCode());
  }

  @Test
  void publicPagesFailOnlyByName() throws IOException {
    client.fault("[{\"api\":\"telegram\",\"fault\":\"error\"}]");
    assertEquals(200, client.get("/t.me/s/paper").statusCode());
    client.fault("[{\"api\":\"telegram\",\"method\":\"t.me\",\"fault\":\"error\",\"status\":503}]");
    assertEquals(503, client.get("/t.me/s/paper").statusCode());
  }

  @Test
  void probabilityIsTheSameForTheSameSeed() throws IOException {
    String rule = "[{\"api\":\"telegram\",\"probability\":0.5,\"fault\":\"error\"}]";
    client.fault(rule);
    String first = statuses();
    client.delete("/sandbox/faults");
    client.fault(rule);
    assertEquals(first, statuses());
    assertTrue(first.contains("200") && first.contains("500"), first);
  }

  private String statuses() throws IOException {
    StringBuilder statuses = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      statuses.append(client.message("x").statusCode()).append(' ');
    }
    return statuses.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense|the body is no JSON",
        "1|the body must be an array of rules",
        "[1]|rule 0: must be an object",
        "[{\"api\":\"fax\",\"fault\":\"error\"}]|rule 0: unknown api 'fax'",
        "[{\"api\":\"vk\",\"fault\":\"error\"},{\"api\":\"vk\",\"fault\":\"melt\"}]|rule 1: unknown fault 'melt'",
        "[{\"api\":\"vk\",\"fault\":\"error\",\"retries\":1}]|rule 0: unknown key 'retries'",
        "[{\"api\":\"vk\",\"fault\":\"error\",\"times\":1,\"probability\":0.5}]|not both",
        "[{\"api\":\"vk\",\"fault\":\"error\",\"times\":0}]|'times' must be a whole number from 1",
        "[{\"api\":\"vk\",\"fault\":\"error\",\"after\":-1}]|'after' must be a whole number from 0",
        "[{\"api\":\"vk\",\"fault\":\"error\",\"probability\":2}]|'probability' must be a number above 0",
        "[{\"api\":\"vk\",\"fault\":\"slow\",\"delayMs\":\"long\"}]|'delayMs' must be a whole number",
        "[{\"api\":\"vk\",\"fault\":\"error\",\"method\":1}]|'method' must be a name",
        "[{\"api\":\"vk\",\"fault\":\"error\",\"body\":1}]|'body' must be an object or a string",
      })
  void saysWhatIsWrongWithARule(String rules, String message) throws IOException {
    HttpResponse<String> answer = client.json("/sandbox/faults", rules);
    assertEquals(400, answer.statusCode());
    assertTrue(answer.body().contains(message), answer.body());
    assertEquals("[]", client.get("/sandbox/faults").body());
  }

  @Test
  void anUnknownEndpointIs404() throws IOException {
    assertEquals(404, client.get("/sandbox/nonsense").statusCode());
    assertFalse(client.get("/sandbox/health").body().isEmpty());
  }
}
