package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.generator.testing.NewsroomStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class HoldIT extends HeldNewsroom {

  private final List<HoldWatch> watches = new ArrayList<>();

  @AfterEach
  void stopWatches() {
    watches.forEach(HoldWatch::stop);
  }

  @Test
  void aHeldEditionGoesOutAfterItsTimeOnceThoughEveryReplicaWatches() {
    watch(HOLD_BRIEFLY);
    watch(HOLD_BRIEFLY);
    held(HOLD_BRIEFLY);

    await().atMost(LIMIT).until(() -> stateOf(TUESDAY).equals("published"));

    assertOutOnce();
    assertThat(
            column(
                "select (published_at >= held_at + interval '2 s')::text from generator.edition"))
        .containsExactly("true");
    assertThat(column("select decided_by || ' ' || decision from generator.edition_decision"))
        .containsExactly("broadsheet approved");
  }

  @Test
  void anEditionThatIsHeldOutlivesTheReplicaThatHeldIt() {
    HoldWatch stopped = watch(HOLD_BRIEFLY);
    held(HOLD_BRIEFLY);
    stopped.stop();
    assertNothingIsOut();

    watch(HOLD_BRIEFLY);

    await().atMost(LIMIT).until(() -> stateOf(TUESDAY).equals("published"));
    assertOutOnce();
  }

  @Test
  void beforeItsTimeNothingGoesOut() {
    held(HOLD_LONG);

    Optional<Duration> next = release(HOLD_LONG).release();
    round(replica(HOLD_LONG), HOLD_LONG);

    assertThat(next.orElseThrow()).isBetween(Duration.ofHours(23), Duration.ofDays(1));
    assertThat(stateOf(TUESDAY)).isEqualTo("held");
    assertNothingIsOut();
  }

  @Test
  void theScheduleReleasesToo() {
    held(HOLD_LONG);
    letItsTimeCome(TUESDAY);

    round(replica(HOLD_LONG), HOLD_LONG);

    assertOutOnce();
  }

  @Test
  void twoReplicasAndAPersonAtOncePublishOnce() {
    long version = held(HOLD_LONG);
    letItsTimeCome(TUESDAY);
    CyclicBarrier together = new CyclicBarrier(3);

    CompletableFuture<?> a = atOnce(together, () -> release(HOLD_LONG).release());
    CompletableFuture<?> b = atOnce(together, () -> release(HOLD_LONG).release());
    CompletableFuture<?> person =
        atOnce(together, () -> desk(HOLD_LONG).approve(TUESDAY, version, by("anna", null)));
    CompletableFuture.allOf(a, b, person).join();

    assertOutOnce();
    assertThat(column("select id::text from generator.edition_decision")).hasSize(1);
  }

  @Test
  void anEditDoesNotMoveTheTime() {
    long version = held(HOLD_LONG);
    letItsTimeCome(TUESDAY);
    desk(HOLD_LONG)
        .edit(TUESDAY, "ru", version, new TextChange("Новое имя", null, null, null), by("a", null));

    release(HOLD_LONG).release();

    assertOutOnce();
    assertThat(column("select title from generator.blog_posts where language = 'ru'"))
        .containsExactly("Новое имя");
  }

  @Test
  void manualWaitsForEverAndIsNeverSkippedByAge() {
    database.run("update generator.installation set installed_at = '2026-03-10T00:00:00Z'");
    held(MANUAL);
    clock.set("2026-03-20T09:00:00Z");

    assertThat(release(MANUAL).release()).isEmpty();
    round(replica(MANUAL), MANUAL);

    assertThat(column("select edition_date || ' ' || state from generator.edition order by 1"))
        .contains("2026-03-10 held", "2026-03-11 skipped", "2026-03-19 held", "2026-03-20 held");
    assertNothingIsOut();
  }

  @Test
  void whatWasHeldForAPersonWaitsForOneInEveryMode() {
    held(MANUAL);

    round(replica(AUTO), AUTO);

    assertThat(stateOf(TUESDAY)).isEqualTo("held");
    assertNothingIsOut();
  }

  @Test
  void underManualNothingGoesOutThoughItsTimeHasCome() {
    held(HOLD_LONG);
    letItsTimeCome(TUESDAY);

    release(MANUAL).release();

    assertNothingIsOut();
  }

  @Test
  void whilePublishingIsOffEditionsAreWrittenAndHeld() {
    ApprovalSettings off = switchedOff(AUTO);
    long version = held(off);
    watch(off);

    round(replica(off), off);
    ApprovalReply refused = desk(off).approve(TUESDAY, version, by("anna", null));

    assertThat(refused).isInstanceOf(ApprovalReply.PublishingOff.class);
    assertThat(stateOf(TUESDAY)).isEqualTo("held");
    assertNothingIsOut();

    round(replica(AUTO), AUTO);

    assertOutOnce();
  }

  @Test
  void switchedOnAgainAnEditionThatIsHeldForATimeGoesOutWhenItHasCome() {
    held(switchedOff(HOLD_LONG));

    release(HOLD_LONG).release();
    assertNothingIsOut();
    letItsTimeCome(TUESDAY);
    release(switchedOff(HOLD_LONG)).release();
    assertNothingIsOut();
    release(HOLD_LONG).release();

    assertOutOnce();
  }

  private HoldWatch watch(ApprovalSettings approval) {
    HoldWatch watch = new HoldWatch(approval, release(approval));
    watches.add(watch);
    watch.begin();
    return watch;
  }

  private static CompletableFuture<Void> atOnce(CyclicBarrier together, Runnable work) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            together.await();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          work.run();
        },
        task -> new Thread(task).start());
  }
}
