package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.testing.SandboxControl;
import io.broadsheet.generator.testing.TestConfig;
import io.broadsheet.sandbox.Sandbox;
import io.broadsheet.sandbox.SandboxOptions;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class ChatWriterIT {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Prompt PROMPT =
      new Prompt(Task.SECTION, "Write.", Map.of("Topic", "Море", "Language", "ru"), "");

  @TempDir Path data;
  private final AtomicReference<Duration> later = new AtomicReference<>(Duration.ZERO);
  private Sandbox sandbox;
  private SandboxControl control;

  @BeforeEach
  void start() {
    InstantSource clock = () -> Instant.now().plus(later.get());
    sandbox = Sandbox.start(SandboxOptions.onFreePort(data).withClock(clock));
    control = new SandboxControl(sandbox.url());
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Test
  void asksAndMeasures() {
    Answer answer = writer("vera").ask(PROMPT, LIMIT);

    assertThat(answer.text()).contains("Море");
    assertThat(answer.finishReason()).isEqualTo("stop");
    assertThat(answer.promptTokens()).isPositive();
    assertThat(answer.completionTokens()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "quota, quota, true",
    "no-credits, quota, true",
    "rate, rate, true",
    "overloaded, server, false",
    "content-filter, content-filter, true",
    "filtered-text, content-filter, false",
    "context-length, context-length, true",
    "unauthorised, authentication, true",
    "forbidden, authentication, true",
    "model-not-found, model-not-found, true",
    "error-in-200, server, false",
    "html, not-json, false",
    "no-choice, no-answer, false",
    "thought-out, cut-off, false",
    "only-reasoning, only-reasoning, false",
    "refusal-field, refusal, false",
  })
  void tellsApartHowAModelMisbehaves(String behaviour, String kind, boolean free) {
    control.misbehave("vera", behaviour, 1);

    ChatFailure failure = failure(writer("vera"));

    assertThat(failure.fault().kind()).isEqualTo(kind);
    assertThat(failure.isFree()).isEqualTo(free);
    assertThat(control.questions()).hasSize(1);
  }

  @Test
  void takesALostConnectionForOneThatMayHaveCost() {
    control.fault("[{\"api\":\"llm\",\"fault\":\"reset-after-effect\"}]");

    ChatFailure failure = failure(writer("vera"));

    assertThat(failure.fault().kind()).isEqualTo("connection");
    assertThat(failure.isFree()).isFalse();
    assertThat(control.questions()).as("asked once: nothing below retries").hasSize(1);
  }

  @Test
  void takesARefusedConnectionForOneThatCostNothing() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    ChatFailure failure = failure(writer("vera", "base-url", "http://127.0.0.1:" + port + "/v1"));

    assertThat(failure.fault().kind()).isEqualTo("connection");
    assertThat(failure.isFree()).isTrue();
  }

  @Test
  void endsAtTheLimitAndSaysSo() {
    control.fault("[{\"api\":\"llm\",\"fault\":\"hang\"}]");

    ChatFailure failure =
        catchThrowableOfType(
            ChatFailure.class, () -> writer("vera").ask(PROMPT, Duration.ofMillis(300)));

    assertThat(failure.fault().kind()).isEqualTo("timeout");
    assertThat(failure).hasMessageContaining("300 ms");
  }

  @Test
  void followsNoRedirect() {
    control.fault("[{\"api\":\"llm\",\"fault\":\"error\",\"status\":301}]");

    assertThat(failure(writer("vera")).fault().again()).isEqualTo(ChatFault.Again.NEVER);
  }

  @Test
  void aTokenThatEndsBeforeItsTimeIsReplaced() {
    Writer writer = giga("");

    writer.ask(PROMPT, LIMIT);
    writer.ask(PROMPT, LIMIT);
    later.set(Duration.ofMinutes(31));

    ChatFailure failure = failure(writer);
    assertThat(failure.fault().kind()).isEqualTo("token-expired");
    assertThat(failure.fault().again()).isEqualTo(ChatFault.Again.AFTER_A_WAIT);
    assertThat(writer.ask(PROMPT, LIMIT).text()).isNotBlank();
  }

  @Test
  void aTokenOfShortLifeIsRenewedInTime() {
    Writer writer = giga("?lifetimeMs=2000");

    // A refused token would end this with an exception.
    await()
        .during(Duration.ofMillis(2500))
        .atMost(LIMIT)
        .until(() -> !writer.ask(PROMPT, LIMIT).text().isBlank());
  }

  @Test
  void aRefusedKeyIsNoExpiredToken() {
    Writer writer =
        writer(
            "gigachat",
            "auth-url",
            sandbox.url() + "/llm/gigachat/api/v2/oauth",
            "scope",
            "NO_SUCH_SCOPE");

    ChatFailure failure = failure(writer);
    assertThat(failure.fault().kind()).isEqualTo("authentication");
    assertThat(failure).hasMessageContaining("scope").hasMessageNotContaining("key-of-us");
  }

  @Test
  void secretsOfExtraHeadersAreNeverTold() {
    control.fault(
        """
        [{"api":"llm","fault":"error","status":400,"body":"bad header tenant-secret"}]""");

    assertThat(failure(writer("vera", "extra-headers.X-Tenant", "tenant-secret")))
        .hasMessageContaining("bad header ***")
        .hasMessageNotContaining("tenant-secret");
  }

  @Test
  void aKeyInTheAddressIsNeverTold() {
    control.fault(
        """
        [{"api":"llm","fault":"error","status":404,"body":"no /v1?key=address-secret here"}]""");

    String address = sandbox.url() + "/llm/vera/v1?key=address-secret";
    assertThat(failure(writer("vera", "base-url", address)))
        .hasMessageContaining("no /v1?key=*** here");
  }

  private Writer giga(String query) {
    return writer(
        "gigachat",
        "auth-url",
        sandbox.url() + "/llm/gigachat/api/v2/oauth" + query,
        "scope",
        "GIGACHAT_API_PERS");
  }

  private static ChatFailure failure(Writer writer) {
    return catchThrowableOfType(ChatFailure.class, () -> writer.ask(PROMPT, LIMIT));
  }

  private Writer writer(String provider, String... more) {
    String prefix = "broadsheet.writers.a.";
    Map<String, String> properties = new HashMap<>();
    properties.put(prefix + "base-url", sandbox.url() + "/llm/" + provider + "/v1");
    properties.put(prefix + "api-key", "key-of-us");
    properties.put(prefix + "model", "m");
    for (int i = 0; i < more.length; i += 2) {
      properties.put(prefix + more[i], more[i + 1]);
    }
    return new ChatWriter(
        WriterSettings.read(TestConfig.of(properties), "broadsheet.writers.a", "a"));
  }
}
