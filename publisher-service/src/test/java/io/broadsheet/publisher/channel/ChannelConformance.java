package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.Target;
import io.broadsheet.sandbox.SandboxOptions;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every channel must hold to, over real HTTP against the sandbox: each fault ends in the right
 * outcome, what is uncertain is settled without a second effect, and no secret is ever said. A new
 * channel passes by extending this class.
 */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class ChannelConformance {

  private static final Duration AMPLE = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final String KEY = "0b4f9a1e-1d7c-4a53-9d0e-5a3c2f1b7e66/any-ru/1";

  private final Vertx vertx = Vertx.vertx();
  private RunningSandbox sandbox;
  private Channel channel;
  private Instant firstCallAt;

  /** The channel's factory. */
  protected abstract ChannelFactory factory(Vertx vertx);

  /** The target's settings when the APIs are at this address. */
  protected abstract Map<String, String> settings(String sandboxUrl);

  /** How the sandbox runs, where what the API does is known by report only. */
  protected SandboxOptions sandbox(SandboxOptions options) {
    return options;
  }

  /** The names of the settings that are secrets. */
  protected abstract Set<String> secrets();

  /** The names of the settings that must be there. */
  protected abstract Set<String> required();

  /** The API's name in the sandbox. */
  protected abstract String api();

  /** The method that has the effect. */
  protected abstract String sendMethod();

  /** The method that a probe calls. */
  protected abstract String probeMethod();

  /** What a refusal that asks for seven seconds' patience makes the target wait. */
  protected abstract Duration waitWhenAskedForSevenSeconds();

  /** An answer that says success without naming what was made. */
  protected abstract String successWithoutId();

  /** What the journal shows of what readers see. */
  protected abstract String visibleText(JsonNode effect);

  @BeforeAll
  void start(@TempDir Path data) {
    sandbox = new RunningSandbox(sandbox(SandboxOptions.onFreePort(data)));
    channel = open(settings(sandbox.url()));
  }

  @AfterAll
  void stop() {
    sandbox.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @BeforeEach
  void forget() {
    sandbox.reset();
    firstCallAt = Instant.now();
  }

  private Channel open(Map<String, String> settings) {
    ChannelFactory factory = factory(vertx);
    return factory.open(new Target("any-ru", factory.kind(), "ru", settings));
  }

  private Rendered rendered(String slug) {
    return channel.render(Posts.post(slug), Optional.empty());
  }

  private Outcome send(Channel to, Rendered rendered, String key, Duration within) {
    Outcome outcome = to.send(rendered, new Call(key, Deadline.after(within)));
    assertNoSecret(outcome.code() + outcome.message() + outcome);
    return outcome;
  }

  private Outcome send(Rendered rendered) {
    return send(channel, rendered, KEY, AMPLE);
  }

  private Sighting probe(Rendered rendered, String key, String... othersIds) {
    Sighting sighting =
        channel.probe(
            rendered, new Probe(key, firstCallAt, Set.of(othersIds), Deadline.after(AMPLE)));
    assertNoSecret(sighting.toString());
    return sighting;
  }

  private void assertNoSecret(String text) {
    Map<String, String> settings = settings(sandbox.url());
    for (String secret : secrets()) {
      assertThat(text).doesNotContain(settings.get(secret));
    }
  }

  private void fault(String fault, String more) {
    sandbox.fault(
        """
        {"api":"%s","method":"%s","times":1,"fault":"%s"%s}\
        """
            .formatted(api(), sendMethod(), fault, more));
  }

  private List<JsonNode> effects() {
    return sandbox.effects(api());
  }

  /** Settles an unknown outcome as the dispatcher does, by key or by probe. */
  private void settle(Rendered rendered, boolean effectExists) {
    Sighting sighting = probe(rendered, KEY);
    if (effectExists) {
      assertThat(sighting).isInstanceOf(Sighting.Found.class);
      assertThat(((Sighting.Found) sighting).externalId())
          .isEqualTo(effects().get(0).path("id").asText());
    } else {
      assertThat(sighting).isInstanceOf(Sighting.Absent.class);
    }
    if (!effectExists || !channel.keyWindow().isZero()) {
      assertThat(send(rendered)).isInstanceOf(Outcome.Posted.class);
    }
    assertThat(effects()).hasSize(1);
  }

  @Test
  void postsOnceAndNamesTheEffect() {
    Rendered rendered = rendered("one");

    Outcome outcome = send(rendered);

    assertThat(outcome).isInstanceOf(Outcome.Posted.class);
    Outcome.Posted posted = (Outcome.Posted) outcome;
    assertThat(effects())
        .singleElement()
        .satisfies(effect -> assertThat(effect.path("id").asText()).isEqualTo(posted.externalId()));
    assertThat(posted.externalUrl()).matches("https?://\\S+");
    assertThat(rendered.json()).doesNotContain(KEY);
    assertNoSecret(rendered.json());
  }

  @Test
  void findsWhatItPosted() {
    Rendered rendered = rendered("one");
    Outcome.Posted posted = (Outcome.Posted) send(rendered);

    assertThat(probe(rendered, KEY))
        .isEqualTo(new Sighting.Found(posted.externalId(), posted.externalUrl()));
  }

  @Test
  void settlesAnErrorThatSaysNothingOfTheEffect() {
    Rendered rendered = rendered("one");
    fault("error", "");

    assertThat(send(rendered)).isInstanceOf(Outcome.Unknown.class);
    settle(rendered, false);
  }

  @Test
  @Case("D5")
  void waitsAsLongAsItIsAskedTo() {
    Rendered rendered = rendered("one");
    fault("throttle", ",\"retryAfter\":7");

    Outcome outcome = send(rendered);

    assertThat(outcome).isInstanceOf(Outcome.Throttled.class);
    assertThat(((Outcome.Throttled) outcome).after()).isEqualTo(waitWhenAskedForSevenSeconds());
    assertThat(effects()).isEmpty();
    assertThat(send(rendered)).isInstanceOf(Outcome.Posted.class);
    assertThat(effects()).hasSize(1);
  }

  @Test
  void settlesSilenceWithoutAnEffect() {
    Rendered rendered = rendered("one");
    fault("hang", "");

    assertThat(send(channel, rendered, KEY, SHORT)).isInstanceOf(Outcome.Unknown.class);
    settle(rendered, false);
  }

  @Test
  @Case("D1")
  void settlesATimeoutAfterTheEffect() {
    Rendered rendered = rendered("one");
    fault("slow", ",\"delayMs\":1500");

    assertThat(send(channel, rendered, KEY, SHORT)).isInstanceOf(Outcome.Unknown.class);
    settle(rendered, true);
  }

  @Test
  void waitsForASlowAnswerWithinTheDeadline() {
    fault("slow", ",\"delayMs\":300");

    assertThat(send(rendered("one"))).isInstanceOf(Outcome.Posted.class);
  }

  @Test
  void settlesAResetBeforeTheEffect() {
    Rendered rendered = rendered("one");
    fault("reset-before", "");

    assertThat(send(rendered)).isInstanceOf(Outcome.Unknown.class);
    assertThat(sandbox.requests(api(), sendMethod())).hasSize(1);
    settle(rendered, false);
  }

  @Test
  @Case("D2")
  void settlesAResetAfterTheEffect() {
    Rendered rendered = rendered("one");
    fault("reset-after-effect", "");

    assertThat(send(rendered)).isInstanceOf(Outcome.Unknown.class);
    settle(rendered, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  @Case({"D3", "P3"})
  void settlesAServerErrorAfterTheEffect(int status) {
    Rendered rendered = rendered("one");
    fault("5xx-after-effect", ",\"status\":" + status);

    assertThat(send(rendered)).isInstanceOf(Outcome.Unknown.class);
    settle(rendered, true);
  }

  @Test
  void findsAnEffectThatComesLate() {
    Rendered rendered = rendered("one");
    fault("late-effect", ",\"delayMs\":500");

    assertThat(send(rendered)).isInstanceOf(Outcome.Unknown.class);
    assertThat(probe(rendered, KEY)).isInstanceOf(Sighting.Absent.class);
    await().atMost(AMPLE).until(() -> effects().size() == 1);
    assertThat(probe(rendered, KEY)).isInstanceOf(Sighting.Found.class);
  }

  @Test
  @Case("D10")
  void doesNotBelieveSuccessThatNamesNothing() {
    Rendered rendered = rendered("one");
    fault("error", ",\"status\":200,\"body\":" + successWithoutId());

    assertThat(send(rendered)).isInstanceOf(Outcome.Unknown.class);
    settle(rendered, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 302, 404})
  void doesNotBelieveAnAnswerThatIsNotTheApis(int status) {
    Rendered rendered = rendered("one");
    fault("5xx-after-effect", ",\"status\":" + status + ",\"body\":\"<html>proxy</html>\"");

    assertThat(send(rendered)).isInstanceOf(Outcome.Unknown.class);
    settle(rendered, true);
  }

  @Test
  @Case("D4")
  void knowsThatARefusedConnectionSentNothing() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    Channel nowhere = open(settings("http://127.0.0.1:" + closed));

    Outcome outcome = send(nowhere, rendered("one"), KEY, AMPLE);

    assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
    assertThat(outcome.code()).isEqualTo("connect");
  }

  @Test
  @Case("D4")
  void knowsThatAnUnknownHostSentNothing() {
    Channel nowhere = open(settings("http://no-such-host.invalid"));

    assertThat(send(nowhere, rendered("one"), KEY, Duration.ofSeconds(2)))
        .isInstanceOf(Outcome.NotSent.class);
  }

  @Test
  @Case("D4")
  void knowsThatAFailedHandshakeSentNothing() {
    Channel plain = open(settings(sandbox.url().replace("http:", "https:")));

    assertThat(send(plain, rendered("one"), KEY, Duration.ofSeconds(2)))
        .isInstanceOf(Outcome.NotSent.class);
    assertThat(effects()).isEmpty();
  }

  @Test
  @Case("D15")
  void sendsNothingAfterItsDeadline() {
    Rendered rendered = rendered("one");

    assertThat(send(channel, rendered, KEY, Duration.ZERO)).isInstanceOf(Outcome.NotSent.class);
    assertThat(sandbox.requests(api(), sendMethod())).isEmpty();
  }

  @Test
  void tellsPostsOfOneTitleApart() {
    PostEvent first = Posts.post("release");
    PostEvent second = Posts.post("release-2");
    assertThat(first.title()).isEqualTo(second.title());
    Rendered other = channel.render(second, Optional.empty());
    Rendered mine = channel.render(first, Optional.empty());
    assertThat(send(channel, other, "other-key", AMPLE)).isInstanceOf(Outcome.Posted.class);

    assertThat(probe(mine, KEY)).isInstanceOf(Sighting.Absent.class);
  }

  @Test
  @Case("D18")
  void doesNotTakeAnEarlierGenerationForThisOne() {
    Rendered rendered = rendered("one");
    Outcome.Posted earlier = (Outcome.Posted) send(channel, rendered, "generation-1", AMPLE);

    assertThat(probe(rendered, "generation-2", earlier.externalId()))
        .isInstanceOf(Sighting.Absent.class);
    Outcome.Posted later = (Outcome.Posted) send(channel, rendered, "generation-2", AMPLE);
    assertThat(later.externalId()).isNotEqualTo(earlier.externalId());
    assertThat(probe(rendered, "generation-2", earlier.externalId()))
        .isEqualTo(new Sighting.Found(later.externalId(), later.externalUrl()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"error", "reset-before", "hang"})
  void cannotTellWhenTheListingCannotBeHad(String fault) {
    Rendered rendered = rendered("one");
    sandbox.fault(
        "{\"api\":\"%s\",\"method\":\"%s\",\"fault\":\"%s\"}"
            .formatted(api(), probeMethod(), fault));

    Sighting sighting =
        channel.probe(rendered, new Probe(KEY, firstCallAt, Set.of(), Deadline.after(SHORT)));

    assertThat(sighting).isInstanceOf(Sighting.CannotTell.class);
    assertNoSecret(sighting.toString());
  }

  @Test
  void showsHostileTextAsText() {
    String hostile =
        "<script>alert(1)</script> a < b && c > d &nbsp; [x](javascript:alert(1)) \"q\" 'q' **";
    PostEvent post = Posts.post("hostile", "T " + hostile, "S " + hostile, "B " + hostile);
    Rendered rendered = channel.render(post, Optional.empty());

    assertThat(send(rendered)).isInstanceOf(Outcome.Posted.class);
    assertThat(visibleText(effects().get(0))).contains("<script>alert(1)</script> a < b && c > d");
  }

  @Test
  void namesTheMissingSetting() {
    for (String setting : settings(sandbox.url()).keySet()) {
      if (!required().contains(setting)) {
        continue;
      }
      Map<String, String> without = new HashMap<>(settings(sandbox.url()));
      without.remove(setting);

      assertThat(catchThrowable(() -> open(without)))
          .hasMessageContaining("broadsheet.targets.any-ru." + setting);
    }
  }

  @Test
  void namesASecretWithoutItsValue() {
    for (String secret : secrets()) {
      Map<String, String> malformed = new HashMap<>(settings(sandbox.url()));
      malformed.put(secret, "пароль");

      assertThat(catchThrowable(() -> open(malformed)))
          .hasMessageContaining("broadsheet.targets.any-ru." + secret)
          .hasMessageNotContaining("пароль");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://host", "host", "http:///x", "https://u:p@host", "https://host?q"})
  void namesAMalformedBaseUrl(String url) {
    Map<String, String> malformed = new HashMap<>(settings(sandbox.url()));
    malformed.put("base-url", url);

    assertThat(catchThrowable(() -> open(malformed)))
        .hasMessageContaining("broadsheet.targets.any-ru.base-url");
  }

  @Test
  void namesAFormatThatItDoesNotHave() {
    Map<String, String> other = new HashMap<>(settings(sandbox.url()));
    other.put("format", "novel");

    assertThat(catchThrowable(() -> open(other)))
        .hasMessageContaining("broadsheet.targets.any-ru.format")
        .hasMessageContaining("supports");
  }
}
