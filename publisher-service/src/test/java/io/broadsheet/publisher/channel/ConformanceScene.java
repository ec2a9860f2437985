package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.Target;
import io.broadsheet.sandbox.SandboxOptions;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * A channel over real HTTP against the sandbox, what a channel's test must say of it, and what the
 * suites of {@link ChannelConformance} do with it. No secret may ever be said, whatever is asked.
 */
@TestInstance(Lifecycle.PER_CLASS)
public abstract class ConformanceScene {

  static final Duration AMPLE = Duration.ofSeconds(10);
  static final Duration SHORT = Duration.ofMillis(400);
  static final String KEY = "0b4f9a1e-1d7c-4a53-9d0e-5a3c2f1b7e66/any-ru/1";

  final Vertx vertx = Vertx.vertx();
  RunningSandbox sandbox;
  Channel channel;
  Hold hold;
  private Instant firstCallAt;
  private Optional<String> lastIdBefore;
  private int requestsBefore;

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

  Channel open(Map<String, String> settings) {
    ChannelFactory factory = factory(vertx);
    return factory.open(new Target("any-ru", factory.kind(), "ru", settings));
  }

  Form form(String slug) {
    return form(Posts.post(slug));
  }

  Form form(PostEvent post) {
    return channel.render(post, Optional.empty()).form(1, 1);
  }

  Outcome send(Channel to, Form form, String key, Duration within) {
    Outcome outcome = to.send(form, new Call(key, Deadline.after(within)));
    assertNoSecret(outcome.code() + outcome.message() + outcome);
    return outcome;
  }

  Outcome send(Form form) {
    return send(channel, form, KEY, AMPLE);
  }

  Sighting probe(Form form, String key, String... othersIds) {
    Sighting sighting = channel.probe(form, look(key, AMPLE, othersIds));
    assertNoSecret(sighting.toString());
    return sighting;
  }

  Probe look(String key, Duration within, String... othersIds) {
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

  Verification verify(Channel of, Duration within) {
    Verification verification = of.verify(new Call("verify", Deadline.after(within)));
    assertNoSecret(verification.toString());
    return verification;
  }

  void assertNoSecret(String text) {
    Map<String, String> settings = settings(sandbox.url());
    for (String secret : secrets()) {
      assertThat(text).doesNotContain(settings.get(secret));
    }
  }

  void fault(String fault, String more) {
    sandbox.fault(
        """
        {"api":"%s","method":"%s","times":1,"fault":"%s"%s}\
        """
            .formatted(api(), sendMethod(), fault, more));
  }

  List<JsonNode> effects() {
    return sandbox.effects(api()).stream().filter(this::isPost).toList();
  }

  List<JsonNode> requests() {
    List<JsonNode> all = sandbox.requests(api(), sendMethod());
    return all.subList(requestsBefore, all.size());
  }

  /** Settles an unknown outcome as the dispatcher does, by key or by probe. */
  void settle(Form form, boolean effectExists) {
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
}
