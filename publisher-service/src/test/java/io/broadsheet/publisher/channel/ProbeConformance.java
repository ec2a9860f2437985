package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.PostEvent;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Probes: what is there is found, what is not is not, and who cannot look says so. */
public abstract class ProbeConformance extends CallConformance {

  @Test
  void findsWhatItPosted() {
    assumeTrue(canProbe());
    Form form = form("one");
    Outcome.Posted posted = (Outcome.Posted) send(form);

    assertThat(probe(form, KEY))
        .isEqualTo(new Sighting.Found(posted.externalId(), posted.externalUrl()));
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
}
