package io.broadsheet.sandbox;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.fault.FaultKind;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fault at every method of Telegram, Telegraph and VK: what the caller sees, what happens.
 */
@TestInstance(Lifecycle.PER_CLASS)
class FaultMatrixTest {
  private static final String BOT = "/telegram/bot" + SandboxClient.BOT_TOKEN + "/";
  private static final String SECRET = "paper:a-secret-of-telegraph";
  private static final String KEY = "vk1.a.a-secret-of-vk";

  private record Method(String api, String name, boolean effective, String path, String... form) {
    @Override
    public String toString() {
      return api + " " + name;
    }
  }

  private static final List<Method> METHODS =
      List.of(
          telegram("getMe", false),
          telegram("getChat", false, "chat_id", "@paper"),
          telegram("getChatMember", false, "chat_id", "@paper", "user_id", "123456"),
          telegram("sendMessage", true, "chat_id", "@paper", "text", "x"),
          telegram("sendPhoto", true, "chat_id", "@paper", "photo", "https://a.example/x.jpg"),
          telegram(
              "forwardMessage",
              true,
              "chat_id",
              "-77",
              "from_chat_id",
              "@paper",
              "message_id",
              "2"),
          telegram("deleteMessage", false, "chat_id", "@paper", "message_id", "2"),
          new Method("telegram", "t.me", false, "/t.me/s/paper"),
          telegraph("createAccount", false, "", "short_name", "paper"),
          telegraph("getAccountInfo", false, ""),
          telegraph("createPage", true, "", "title", "b", "content", "[\"x\"]"),
          telegraph("editPage", true, "/Stands", "title", "c", "content", "[\"x\"]"),
          telegraph("getPage", false, "/Stands"),
          telegraph("getPageList", false, ""),
          vk("wall.post", true, KEY, "owner_id", "-7", "message", "x"),
          vk("wall.get", false, "service-secret", "owner_id", "-7"),
          vk("groups.getById", false, KEY, "group_id", "7"),
          vk("groups.getTokenPermissions", false, KEY));

  /** All but {@code misbehave}, which is the language models'. */
  private static final Set<FaultKind> FAULTS =
      EnumSet.range(FaultKind.ERROR, FaultKind.LATE_EFFECT);

  private static Method telegram(String name, boolean effective, String... form) {
    return new Method("telegram", name, effective, BOT + name, form);
  }

  private static Method telegraph(String name, boolean effective, String rest, String... more) {
    String[] form = with(more, "access_token", SECRET);
    return new Method("telegraph", name, effective, "/telegraph/" + name + rest, form);
  }

  private static Method vk(String name, boolean effective, String token, String... more) {
    String[] form = with(more, "v", "5.199", "access_token", token);
    return new Method("vk", name, effective, "/vk/method/" + name, form);
  }

  private static String[] with(String[] fields, String... more) {
    return Stream.concat(Arrays.stream(fields), Arrays.stream(more)).toArray(String[]::new);
  }

  static Stream<Arguments> cases() {
    return METHODS.stream()
        .flatMap(method -> FAULTS.stream().map(fault -> Arguments.of(method, fault)));
  }

  private Path data;
  private Sandbox sandbox;
  private SandboxClient client;
  private String stands;

  @BeforeAll
  void start(@TempDir Path folder) {
    data = folder;
    sandbox = Sandbox.start(SandboxOptions.onFreePort(folder).withRateLimits(false));
    client = new SandboxClient(sandbox);
  }

  @AfterAll
  void stop() {
    sandbox.close();
  }

  /** A message, a page and a post to read, forward, edit and delete. */
  @BeforeEach
  void fill() throws IOException {
    client.json("/sandbox/reset", "");
    client.form(BOT + "sendMessage", "chat_id", "@paper", "text", "x");
    HttpResponse<String> page =
        client.form(
            "/telegraph/createPage", "access_token", SECRET, "title", "a", "content", "[\"x\"]");
    stands = SandboxClient.tree(page).at("/result/path").asText();
    assertEquals(2, effects());
  }

  private int effects() throws IOException {
    return client.journal().size();
  }

  private HttpResponse<String> call(Method method) throws IOException {
    String path = method.path().replace("/Stands", "/" + stands);
    return client.form(path, method.form());
  }

  private void fault(Method method, FaultKind fault, String more) throws IOException {
    client.fault(
        "{\"api\":\"%s\",\"method\":\"%s\",\"times\":1,\"fault\":\"%s\"%s}"
            .formatted(method.api(), method.name(), fault.text(), more));
  }

  private static boolean wentWell(Method method, HttpResponse<String> answer) {
    String body = answer.body();
    return answer.statusCode() == 200
        && (body.startsWith("{\"ok\":true")
            || body.startsWith("{\"response\"")
            || method.name().equals("t.me"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("cases")
  void behaves(Method method, FaultKind fault) throws IOException {
    int one = method.effective() ? 1 : 0;
    switch (fault) {
      case ERROR -> {
        fault(method, fault, "");
        assertTrue(!wentWell(method, call(method)));
        assertEquals(2, effects());
      }
      case THROTTLE -> {
        fault(method, fault, ",\"retryAfter\":7");
        assertAsksForPatience(method, call(method));
        assertEquals(2, effects());
      }
      case HANG -> {
        fault(method, fault, "");
        client.patience(Duration.ofMillis(150));
        assertThrows(HttpTimeoutException.class, () -> call(method));
        client.patience(Duration.ofSeconds(10));
        assertEquals(2, effects());
      }
      case SLOW -> {
        fault(method, fault, ",\"delayMs\":60");
        long start = System.nanoTime();
        assertTrue(wentWell(method, call(method)));
        assertTrue(System.nanoTime() - start >= 60_000_000L);
        assertEquals(2 + one, effects());
      }
      case RESET_BEFORE -> {
        fault(method, fault, "");
        assertThrows(IOException.class, () -> call(method));
        assertEquals(2, effects());
      }
      case RESET_AFTER_EFFECT -> {
        fault(method, fault, "");
        assertThrows(IOException.class, () -> call(method));
        assertEquals(2 + one, effects());
      }
      case SERVER_ERROR_AFTER_EFFECT -> {
        fault(method, fault, ",\"status\":503");
        assertEquals(503, call(method).statusCode());
        assertEquals(2 + one, effects());
      }
      case LATE_EFFECT -> {
        fault(method, fault, ",\"delayMs\":150");
        assertEquals(504, call(method).statusCode());
        assertEquals(2, effects());
        await().atMost(Duration.ofSeconds(10)).until(() -> effects() == 2 + one);
      }
      default -> throw new IllegalStateException(fault.text());
    }
    assertEquals(1, hits());
    assertNoSecretIsKept();
  }

  private int hits() throws IOException {
    return SandboxClient.tree(client.get("/sandbox/faults")).at("/0/hits").asInt();
  }

  private static void assertAsksForPatience(Method method, HttpResponse<String> answer)
      throws IOException {
    switch (method.api()) {
      case "telegram" -> {
        assertEquals(429, answer.statusCode());
        assertEquals("7", answer.headers().firstValue("Retry-After").orElse(""));
      }
      case "telegraph" -> assertTrue(answer.body().contains("FLOOD_WAIT_7"), answer.body());
      default -> {
        JsonNode error = SandboxClient.tree(answer).path("error");
        assertEquals(6, error.path("error_code").asInt());
      }
    }
  }

  private void assertNoSecretIsKept() throws IOException {
    String kept =
        Files.readString(data.resolve("journal.jsonl"))
            + client.journal()
            + client.requests()
            + client.get("/sandbox/faults").body();
    for (String secret : List.of("AAFakeToken", "a-secret-of", "service-secret")) {
      assertTrue(!kept.contains(secret), kept);
    }
  }
}
