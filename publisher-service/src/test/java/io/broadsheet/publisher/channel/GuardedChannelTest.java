package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.event.PostEvent;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class GuardedChannelTest {

  private static final String SECRET = "123456:AAbb+Ccdd";
  private static final Form FORM = new Form("{}");
  private static final Deadline SOON = Deadline.after(Duration.ofSeconds(5));

  private static Channel guarded(
      Supplier<Outcome> outcome, Supplier<Sighting> sighting, Supplier<Verification> verification) {
    Channel channel =
        new Channel() {
          @Override
          public Rendered render(PostEvent post, Optional<URI> companion) {
            return Rendered.of(FORM);
          }

          @Override
          public Outcome send(Form form, Call call) {
            return outcome.get();
          }

          @Override
          public Sighting probe(Form form, Probe probe) {
            return sighting.get();
          }

          @Override
          public Verification verify(Call call) {
            return verification.get();
          }

          @Override
          public Duration keyWindow() {
            return Duration.ofMinutes(5);
          }
        };
    return new GuardedChannel(channel, Redaction.of(SECRET));
  }

  private static Outcome send(Supplier<Outcome> outcome) {
    return guarded(outcome, () -> null, () -> null).send(FORM, new Call("key", SOON));
  }

  private static Sighting probe(Supplier<Sighting> sighting) {
    return guarded(() -> null, sighting, () -> null)
        .probe(FORM, new Probe("key", Instant.EPOCH, Set.of(), SOON));
  }

  private static Verification verify(Supplier<Verification> verification) {
    return guarded(() -> null, () -> null, verification).verify(new Call("key", SOON));
  }

  @Test
  void saysNoSecret() {
    String message = "POST /bot" + SECRET + "/x?t=123456%3AAAbb%2BCcdd";
    List<Outcome> outcomes =
        List.of(
            new Outcome.NotSent("c", message),
            new Outcome.Throttled(Duration.ofSeconds(3), "c", message),
            new Outcome.Deferred(Duration.ofSeconds(3), "c", message),
            new Outcome.Rejected(Outcome.Rejected.Cause.CONTENT, "c", message),
            new Outcome.Moved(new Move("1", "2"), "c", message),
            new Outcome.Unknown("c", message));

    for (Outcome outcome : outcomes) {
      assertThat(send(() -> outcome)).hasSameClassAs(outcome);
      assertThat(send(() -> outcome).message()).isEqualTo("POST /bot***/x?t=***");
    }
    assertThat(probe(() -> new Sighting.Absent(message)).toString()).doesNotContain("123456");
    assertThat(probe(() -> new Sighting.CannotTell(message)).toString()).doesNotContain("123456");
    for (Verification verification :
        List.of(
            new Verification.Passed(message),
            new Verification.Failed(message),
            new Verification.Throttled(Duration.ofSeconds(7), message),
            new Verification.Unclear(message))) {
      assertThat(verify(() -> verification)).hasSameClassAs(verification);
      assertThat(verify(() -> verification).message()).isEqualTo("POST /bot***/x?t=***");
    }
  }

  @Test
  void keepsWhatThePostIs() {
    Outcome.Posted posted = new Outcome.Posted("7", "https://t.me/x/7");
    Sighting.Found found = new Sighting.Found("7", "https://t.me/x/7");

    assertThat(send(() -> posted)).isEqualTo(posted);
    assertThat(probe(() -> found)).isEqualTo(found);
    assertThat(guarded(() -> null, () -> null, () -> null).keyWindow())
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void saysNothingThatADatabaseCannotTake() {
    assertThat(send(() -> new Outcome.Unknown("a\0b", "c\0\n\u001Bd" + "x".repeat(1_000))))
        .satisfies(outcome -> assertThat(outcome.code()).isEqualTo("a b"))
        .satisfies(outcome -> assertThat(outcome.message()).startsWith("c dx").hasSize(501));
  }

  @Test
  void aFaultOfTheCodeIsUncertain() {
    Outcome outcome =
        send(
            () -> {
              throw new IllegalStateException("at " + SECRET);
            });
    Sighting sighting =
        probe(
            () -> {
              throw new IllegalStateException("at " + SECRET);
            });

    Verification verification =
        verify(
            () -> {
              throw new IllegalStateException("at " + SECRET);
            });

    assertThat(verification).isInstanceOf(Verification.Unclear.class);
    assertThat(verification.message()).doesNotContain(SECRET);
    assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
    assertThat(outcome.message()).contains("IllegalStateException").doesNotContain(SECRET);
    assertThat(sighting).isInstanceOf(Sighting.CannotTell.class);
    assertThat(sighting.toString()).doesNotContain(SECRET);
  }
}
