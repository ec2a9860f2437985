package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.HashSet;
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
  private Optional<String> lastIdBefore;
  private int requestsBefore;
  private Hold hold;

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

  /** Settings with which the API refuses every post, for instance a token it does not know. */
  protected abstract Map<String, String> refused();

  /** The API's name in the sandbox. */
  protected abstract String api();

  /** Whether it can look for what became of a call. */
  protected boolean canProbe() {
    return true;
  }

  /** Whether probes ask the API that takes the posts, as the same client. */
  protected boolean looksWhereItPosts() {
    return canProbe();
  }

  /** Methods that a verification calls as another client than the one that posts. */
  protected Set<String> limitedByThemselves() {
    return Set.of();
  }

  /** Whether its answers are marked, so that a proxy's are not taken for the API's. */
  protected boolean marksItsAnswers() {
    return true;
  }

  /** Checks where readers are said to see a post. */
  protected void assertAddress(String externalUrl) {
    assertThat(externalUrl).matches("https?://\\S+");
  }

  /** The method that has the effect. */
  protected abstract String sendMethod();

  /** The method that a probe calls. */
  protected abstract String probeMethod();

  /** What a refusal that asks for seven seconds' patience makes the target wait. */
  protected abstract Duration waitWhenAskedForSevenSeconds();

  /** An answer that says success without naming what was made. */
  protected abstract String successWithoutId();

  /**
   * Makes what a probe needs to begin from, if this channel needs anything.
   *
   * @return the id of the last post that was there before
   */
  protected Optional<String> before(Channel channel) {
    return Optional.empty();
  }

  /** Whether an effect is a post, not something that a probe or {@link #before} made. */
  protected boolean isPost(JsonNode effect) {
    return true;
  }

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
    lastIdBefore = before(channel);
    requestsBefore = sandbox.requests(api(), sendMethod()).size();
    firstCallAt = Instant.now();
    hold = Hold.none();
  }

  private Channel open(Map<String, String> settings) {
    ChannelFactory factory = factory(vertx);
    return factory.open(new Target("any-ru", factory.kind(), "ru", settings));
  }

  private Form form(String slug) {
    return form(Posts.post(slug));
  }

  private Form form(PostEvent post) {
    return channel.render(post, Optional.empty()).form(1, 1);
  }

  private Outcome send(Channel to, Form form, String key, Duration within) {
    Outcome outcome = to.send(form, new Call(key, Deadline.after(within)));
    assertNoSecret(outcome.code() + outcome.message() + outcome);
    return outcome;
  }

  private Outcome send(Form form) {
    return send(channel, form, KEY, AMPLE);
  }

  private Sighting probe(Form form, String key, String... othersIds) {
    Sighting sighting = channel.probe(form, look(key, AMPLE, othersIds));
    assertNoSecret(sighting.toString());
    return sighting;
  }

  private Probe look(String key, Duration within, String... othersIds) {
    Set<String> others = new HashSet<>(List.of(othersIds));
    lastIdBefore.ifPresent(others::add);
    return new Probe(
        key,
        firstCallAt,
        others,
        others,
        Set.of(),
        lastIdBefore,
        Optional.empty(),
        Deadline.after(within),
        hold);
  }

  private Verification verify(Channel of, Duration within) {
    Verification verification = of.verify(new Call("verify", Deadline.after(within)));
    assertNoSecret(verification.toString());
    return verification;
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
    return sandbox.effects(api()).stream().filter(this::isPost).toList();
  }

  private List<JsonNode> requests() {
    List<JsonNode> all = sandbox.requests(api(), sendMethod());
    return all.subList(requestsBefore, all.size());
  }

  /** Settles an unknown outcome as the dispatcher does, by key or by probe. */
  private void settle(Form form, boolean effectExists) {
    Sighting sighting = probe(form, KEY);
    if (!canProbe()) {
      assertThat(sighting).isInstanceOf(Sighting.CannotTell.class);
      assertThat(channel.keyWindow()).isPositive();
    } else if (effectExists) {
      assertThat(sighting).isInstanceOf(Sighting.Found.class);
      assertThat(((Sighting.Found) sighting).externalId())
          .isEqualTo(effects().get(0).path("id").asText());
    } else {
      assertThat(sighting).isInstanceOf(Sighting.Absent.class);
    }
    if (!effectExists || !channel.keyWindow().isZero()) {
      assertThat(send(form)).isInstanceOf(Outcome.Posted.class);
    }
    assertThat(effects()).hasSize(1);
  }

  @Test
  void postsOnceAndNamesTheEffect() {
    Form form = form("one");

    Outcome outcome = send(form);

    assertThat(outcome).isInstanceOf(Outcome.Posted.class);
    Outcome.Posted posted = (Outcome.Posted) outcome;
    assertThat(effects())
        .singleElement()
        .satisfies(effect -> assertThat(effect.path("id").asText()).isEqualTo(posted.externalId()));
    assertAddress(posted.externalUrl());
    assertThat(form.json()).doesNotContain(KEY);
    assertNoSecret(form.json());
  }

  @Test
  void findsWhatItPosted() {
    assumeTrue(canProbe());
    Form form = form("one");
    Outcome.Posted posted = (Outcome.Posted) send(form);

    assertThat(probe(form, KEY))
        .isEqualTo(new Sighting.Found(posted.externalId(), posted.externalUrl()));
  }

  @Test
  void settlesAnErrorThatSaysNothingOfTheEffect() {
    Form form = form("one");
    fault("error", "");

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, false);
  }

  @Test
  @Case("D5")
  void waitsAsLongAsItIsAskedTo() {
    Form form = form("one");
    fault("throttle", ",\"retryAfter\":7");

    Outcome outcome = send(form);

    assertThat(outcome).isInstanceOf(Outcome.Throttled.class);
    // An API that names the moment instead of the seconds is believed to the second after it.
    assertThat(((Outcome.Throttled) outcome).after())
        .isBetween(waitWhenAskedForSevenSeconds(), waitWhenAskedForSevenSeconds().plusSeconds(1));
    assertThat(effects()).isEmpty();
    assertThat(send(form)).isInstanceOf(Outcome.Posted.class);
    assertThat(effects()).hasSize(1);
  }

  @Test
  void settlesSilenceWithoutAnEffect() {
    Form form = form("one");
    fault("hang", "");

    assertThat(send(channel, form, KEY, SHORT)).isInstanceOf(Outcome.Unknown.class);
    settle(form, false);
  }

  @Test
  @Case("D1")
  void settlesATimeoutAfterTheEffect() {
    Form form = form("one");
    fault("slow", ",\"delayMs\":1500");

    assertThat(send(channel, form, KEY, SHORT)).isInstanceOf(Outcome.Unknown.class);
    settle(form, true);
  }

  @Test
  void waitsForASlowAnswerWithinTheDeadline() {
    fault("slow", ",\"delayMs\":300");

    assertThat(send(form("one"))).isInstanceOf(Outcome.Posted.class);
  }

  @Test
  void settlesAResetBeforeTheEffect() {
    Form form = form("one");
    fault("reset-before", "");

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    assertThat(requests()).hasSize(1);
    settle(form, false);
  }

  @Test
  @Case("D2")
  void settlesAResetAfterTheEffect() {
    Form form = form("one");
    fault("reset-after-effect", "");

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504})
  @Case({"D3", "P3"})
  void settlesAServerErrorAfterTheEffect(int status) {
    Form form = form("one");
    fault("5xx-after-effect", ",\"status\":" + status);

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, true);
  }

  @Test
  void findsAnEffectThatComesLate() {
    assumeTrue(canProbe());
    Form form = form("one");
    fault("late-effect", ",\"delayMs\":500");

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    assertThat(probe(form, KEY)).isInstanceOf(Sighting.Absent.class);
    await().atMost(AMPLE).until(() -> effects().size() == 1);
    assertThat(probe(form, KEY)).isInstanceOf(Sighting.Found.class);
  }

  @Test
  @Case("D10")
  void doesNotBelieveSuccessThatNamesNothing() {
    assumeTrue(marksItsAnswers());
    Form form = form("one");
    fault("error", ",\"status\":200,\"body\":" + successWithoutId());

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 302, 404})
  void doesNotBelieveAnAnswerThatIsNotTheApis(int status) {
    assumeTrue(marksItsAnswers());
    Form form = form("one");
    fault("5xx-after-effect", ",\"status\":" + status + ",\"body\":\"<html>proxy</html>\"");

    assertThat(send(form)).isInstanceOf(Outcome.Unknown.class);
    settle(form, true);
  }

  @Test
  @Case("D4")
  void knowsThatARefusedConnectionSentNothing() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    Channel nowhere = open(settings("http://127.0.0.1:" + closed));

    Outcome outcome = send(nowhere, form("one"), KEY, AMPLE);

    assertThat(outcome).isInstanceOf(Outcome.NotSent.class);
    assertThat(outcome.code()).isEqualTo("connect");
  }

  @Test
  @Case("D4")
  void knowsThatAnUnknownHostSentNothing() {
    Channel nowhere = open(settings("http://no-such-host.invalid"));

    assertThat(send(nowhere, form("one"), KEY, Duration.ofSeconds(2)))
        .isInstanceOf(Outcome.NotSent.class);
  }

  @Test
  @Case("D4")
  void knowsThatAFailedHandshakeSentNothing() {
    Channel plain = open(settings(sandbox.url().replace("http:", "https:")));

    assertThat(send(plain, form("one"), KEY, Duration.ofSeconds(2)))
        .isInstanceOf(Outcome.NotSent.class);
    assertThat(effects()).isEmpty();
  }

  @Test
  @Case("D15")
  void sendsNothingAfterItsDeadline() {
    Form form = form("one");

    assertThat(send(channel, form, KEY, Duration.ZERO)).isInstanceOf(Outcome.NotSent.class);
    assertThat(requests()).isEmpty();
  }

  @Test
  void tellsPostsOfOneTitleApart() {
    assumeTrue(canProbe());
    PostEvent first = Posts.post("release");
    PostEvent second = Posts.post("release-2");
    assertThat(first.title()).isEqualTo(second.title());
    Form other = form(second);
    Form mine = form(first);
    assertThat(send(channel, other, "other-key", AMPLE)).isInstanceOf(Outcome.Posted.class);

    assertThat(probe(mine, KEY)).isInstanceOf(Sighting.Absent.class);
  }

  @Test
  @Case("D18")
  void doesNotTakeAnEarlierGenerationForThisOne() {
    assumeTrue(canProbe());
    Form form = form("one");
    Outcome.Posted earlier = (Outcome.Posted) send(channel, form, "generation-1", AMPLE);

    assertThat(probe(form, "generation-2", earlier.externalId()))
        .isInstanceOf(Sighting.Absent.class);
    Outcome.Posted later = (Outcome.Posted) send(channel, form, "generation-2", AMPLE);
    assertThat(later.externalId()).isNotEqualTo(earlier.externalId());
    assertThat(probe(form, "generation-2", earlier.externalId()))
        .isEqualTo(new Sighting.Found(later.externalId(), later.externalUrl()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"error", "reset-before", "hang"})
  void cannotTellWhenTheListingCannotBeHad(String fault) {
    Form form = form("one");
    sandbox.fault(
        "{\"api\":\"%s\",\"method\":\"%s\",\"fault\":\"%s\"}"
            .formatted(api(), probeMethod(), fault));

    Sighting sighting = channel.probe(form, look(KEY, SHORT));

    assertThat(sighting).isInstanceOf(Sighting.CannotTell.class);
    assertNoSecret(sighting.toString());
  }

  @Test
  void aLookWaitsAsLongAsItIsAskedTo() {
    assumeTrue(looksWhereItPosts());
    Form form = form("one");
    sandbox.fault(
        "{\"api\":\"%s\",\"method\":\"%s\",\"fault\":\"throttle\",\"retryAfter\":7}"
            .formatted(api(), probeMethod()));

    assertThat(channel.probe(form, look(KEY, AMPLE)))
        .isInstanceOfSatisfying(
            Sighting.Throttled.class,
            throttled ->
                assertThat(throttled.after())
                    .isBetween(
                        waitWhenAskedForSevenSeconds(),
                        waitWhenAskedForSevenSeconds().plusSeconds(1)));
  }

  @Test
  @Case("D5")
  void aLookAsksNothingMoreOfAnApiThatHasAskedToWait() {
    assumeTrue(canProbe());
    Form form = form("one");
    hold.begin(Duration.ofMinutes(1));
    int before = sandbox.requests(api()).size();

    Sighting sighting = probe(form, KEY);

    if (looksWhereItPosts()) {
      assertThat(sighting).isInstanceOf(Sighting.CannotTell.class);
      assertThat(sandbox.requests(api())).hasSize(before);
    } else {
      assertThat(sighting).isInstanceOf(Sighting.Absent.class);
    }
  }

  @Test
  void verifiesWhatWorksWithoutAnEffect() {
    assertThat(verify(channel, AMPLE)).isInstanceOf(Verification.Passed.class);
    assertThat(effects()).isEmpty();
  }

  @Test
  @Case("D22")
  void namesWhatWouldBeRefused() {
    Map<String, String> settings = new HashMap<>(settings(sandbox.url()));
    settings.putAll(refused());
    Channel broken = open(settings);

    Verification verification = verify(broken, AMPLE);

    assertThat(verification).isInstanceOf(Verification.Failed.class);
    assertThat(verification.message())
        .contains(" ")
        .satisfies(
            message ->
                refused().values().stream()
                    .filter(value -> !value.startsWith("@"))
                    .forEach(value -> assertThat(message).doesNotContain(value)));
    assertThat(send(broken, form("one"), KEY, AMPLE))
        .isInstanceOfSatisfying(
            Outcome.Rejected.class,
            outcome -> assertThat(outcome.cause()).isEqualTo(Outcome.Rejected.Cause.CONFIGURATION));
  }

  @ParameterizedTest
  @ValueSource(strings = {"error", "throttle", "reset-before", "hang", "5xx-after-effect"})
  void concludesNothingFromAnApiThatCannotBeAsked(String fault) {
    sandbox.fault("{\"api\":\"%s\",\"fault\":\"%s\"}".formatted(api(), fault));

    assertThat(verify(channel, SHORT))
        .isNotInstanceOfAny(Verification.Passed.class, Verification.Failed.class);
  }

  @Test
  @Case("D5")
  void waitsWhicheverQuestionOfAVerificationIsRefused() {
    sandbox.reset();
    verify(channel, AMPLE);
    List<String> questions =
        sandbox.requests(api()).stream().map(request -> request.path("method").asText()).toList();
    assertThat(questions).isNotEmpty();
    for (int i = 0; i < questions.size(); i++) {
      if (limitedByThemselves().contains(questions.get(i))) {
        continue;
      }
      sandbox.reset();
      sandbox.fault(
          "{\"api\":\"%s\",\"fault\":\"throttle\",\"retryAfter\":7,\"times\":1,\"after\":%d}"
              .formatted(api(), i));

      assertThat(verify(channel, AMPLE))
          .as("question %d, %s", i + 1, questions.get(i))
          .isInstanceOfSatisfying(
              Verification.Throttled.class,
              throttled ->
                  assertThat(throttled.after())
                      .isGreaterThanOrEqualTo(waitWhenAskedForSevenSeconds()));
      assertThat(sandbox.requests(api())).hasSize(i + 1);
    }
  }

  @Test
  void showsHostileTextAsText() {
    String hostile =
        "<script>alert(1)</script> a < b && c > d &nbsp; [x](javascript:alert(1)) \"q\" 'q' **";
    PostEvent post = Posts.post("hostile", "T " + hostile, "S " + hostile, "B " + hostile);
    Form form = form(post);

    assertThat(send(form)).isInstanceOf(Outcome.Posted.class);
    assertThat(visibleText(effects().get(0))).contains("<script>alert(1)</script> a < b && c > d");
  }

  @Test
  void namesTheMissingSetting() {
    assertThat(required())
        .containsExactlyInAnyOrderElementsOf(factory(vertx).kind().requiredSettings());
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
