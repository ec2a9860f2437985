package io.broadsheet.publisher.replay;

import static io.broadsheet.publisher.testing.PressScene.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.publisher.testing.PressScene;
import io.broadsheet.publisher.testing.PressScene.Sent;
import io.broadsheet.publisher.testing.PressStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replays of a real topic into a running press, ordered as the front door does. */
@QuarkusTest
@QuarkusTestResource(value = PressStack.class, restrictToAnnotatedClass = true)
class ReplayIT {

  private static final String TELEGRAPH = ChannelKind.TELEGRAPH.wireName();
  private static final String POSTED_HERE = "telegraph-ru";
  private static final String NOT_CONFIGURED = "telegraph-en";
  private static final AtomicInteger HOUR = new AtomicInteger(2);

  @Inject Config config;

  private PressScene scene;
  // Each test has an hour of its own: the topic is shared.
  private Instant hour;

  @BeforeEach
  void open() {
    scene = new PressScene(config);
    hour = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofHours(HOUR.addAndGet(2)));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  @Case("K5")
  void onlyWhatIsMissingAppearsAndTheLiveGroupStaysWhereItIs() throws Exception {
    Sent posted = publish(POSTED_HERE);
    Sent elsewhere = publish(NOT_CONFIGURED);
    scene.awaitState(posted, "posted");
    Sent lost = publishAndLose(POSTED_HERE);
    Sent lostElsewhere = publishAndLose(NOT_CONFIGURED);
    Sent outside = scene.publish(NOT_CONFIGURED, hour.plus(Duration.ofHours(1)));
    scene.awaitState(outside, "pending");
    scene.lose(outside);
    String group = "broadsheet.publisher.telegraph";
    var before = scene.offsetsAtEnd(group, Topics.post(ChannelKind.TELEGRAPH));

    UUID dry = replay(null, true);
    assertThat(finished(dry)).isEqualTo("records=4 present=2 missing=2 unreadable=0 due=2");
    assertThat(Stream.of(lost, lostElsewhere).map(scene::states)).containsOnly(List.of());

    UUID real = replay(null, false);
    assertThat(finished(real)).isEqualTo("records=4 present=2 missing=2 unreadable=0 due=2");
    scene.awaitState(lost, "posted");
    scene.awaitState(lostElsewhere, "pending");
    assertThat(scene.states(elsewhere)).containsExactly("pending");
    assertThat(scene.states(outside)).isEmpty();
    assertThat(scene.effects()).isEqualTo(2);
    assertThat(finished(replay(null, false)))
        .isEqualTo("records=4 present=4 missing=0 unreadable=0 due=0");
    assertThat(scene.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get())
        .isEqualTo(before);
    assertThat(scene.sql().query("select result from publisher.command where id = ?", real))
        .containsExactly("applied");
  }

  @Test
  void oneTargetIsReplayedAlone() {
    Sent wanted = publishAndLose(POSTED_HERE);
    Sent other = publishAndLose(NOT_CONFIGURED);

    assertThat(finished(replay(POSTED_HERE, false)))
        .isEqualTo("records=1 present=0 missing=1 unreadable=0 due=1");

    scene.awaitState(wanted, "posted");
    assertThat(scene.states(other)).isEmpty();
  }

  @Test
  void anOldRowThatTheReconcilerSentBehindNewerOnesIsFound() {
    Sent newer = scene.publish(NOT_CONFIGURED, hour.plus(Duration.ofHours(1)));
    scene.awaitState(newer, "pending");
    Sent old = new Sent(UUID.randomUUID(), sameKey(newer), hour);
    scene.send(old);
    scene.awaitState(old, "pending");
    scene.lose(old);

    assertThat(finished(replay(null, false)))
        .isEqualTo("records=1 present=0 missing=1 unreadable=0 due=1");
  }

  @Test
  @Case("K1")
  void anUnreadableRecordIsCountedAndBecomesOneDeadLetter() {
    Sent garbled = new Sent(UUID.randomUUID(), publish(NOT_CONFIGURED).event(), hour);
    scene.send(garbled, "{");
    Sent half = new Sent(UUID.randomUUID(), publish(NOT_CONFIGURED).event(), hour);
    // jsonb refuses half of a surrogate pair; a JSON parser takes it.
    scene.send(half, EventFormat.write(half.event()).replace("Summary", "\\ud83d"));
    await().atMost(PATIENCE).until(() -> deadLetters(garbled, half) == 2);
    Sent lost = publishAndLose(NOT_CONFIGURED);
    String expected = "records=5 present=2 missing=1 unreadable=2 due=1";

    assertThat(finished(replay(null, true))).isEqualTo(expected);
    assertThat(finished(replay(null, false))).isEqualTo(expected);
    scene.awaitState(lost, "pending");
    assertThat(deadLetters(garbled, half)).isEqualTo(2);

    scene.sql().execute("delete from publisher.dead_letter where outbox_id = ?", half.id());
    finished(replay(null, true));
    assertThat(deadLetters(half)).isZero();
    finished(replay(null, false));
    assertThat(deadLetters(half)).isEqualTo(1);
  }

  @Test
  void whileTheDatabaseRefusesItWaitsSaysWhyAndGoesOn() {
    Sent lost = publishAndLose(NOT_CONFIGURED);
    refuseDeliveries();
    UUID replay;
    try {
      replay = replay(null, false);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(column("last_error", replay))
                      .singleElement()
                      .asString()
                      .contains("disk full"));
    } finally {
      acceptDeliveries();
    }

    assertThat(finished(replay)).contains("records=1", "missing=1");
    assertThat(column("last_error is null", replay)).containsExactly("t");
    scene.awaitState(lost, "pending");
  }

  @Test
  void aCancelledOneGoesNoFurther() {
    Sent lost = publishAndLose(NOT_CONFIGURED);
    refuseDeliveries();
    try {
      UUID replay = replay(null, false);
      await().atMost(PATIENCE).until(() -> column("last_error", replay).get(0) != null);
      UUID cancel = scene.order(TELEGRAPH, new Command.CancelReplay(replay));
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(column("state", replay)).containsExactly("cancelled"));
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          scene
                              .sql()
                              .query("select result from publisher.command where id = ?", cancel))
                      .containsExactly("applied"));
    } finally {
      acceptDeliveries();
    }

    // A later one is read, the cancelled one is not.
    assertThat(finished(replay(null, true))).contains("missing=1");
    assertThat(scene.states(lost)).isEmpty();
  }

  @Test
  @Case("K5")
  void reconcilerAndReplayAtOnceMakeOneDeliveryOfEach() {
    List<Sent> lost = new ArrayList<>();
    lost.addAll(publishAndLose(POSTED_HERE, 5));
    lost.addAll(publishAndLose(NOT_CONFIGURED, 30));

    UUID replay = replay(null, false);
    lost.forEach(scene::send);
    assertThat(finished(replay)).contains("unreadable=0");

    lost.forEach(
        sent ->
            scene.awaitState(
                sent, sent.event().target().equals(POSTED_HERE) ? "posted" : "pending"));
    scene.offsetsAtEnd("broadsheet.publisher.telegraph", Topics.post(ChannelKind.TELEGRAPH));
    assertThat(scene.effects()).isEqualTo(5);
    assertThat(
            scene
                .sql()
                .query(
                    "select a.claim_token from publisher.attempt a join publisher.delivery d"
                        + " using (post_id, target, generation) where d.event_id = any (?)",
                    (Object) lost.stream().map(Sent::id).toArray(UUID[]::new)))
        .hasSize(5);
  }

  private Sent publish(String target) {
    return scene.publish(target, hour);
  }

  private Sent publishAndLose(String target) {
    return publishAndLose(target, 1).get(0);
  }

  private List<Sent> publishAndLose(String target, int count) {
    scene.hold(target, true);
    List<Sent> all = Stream.generate(() -> publish(target)).limit(count).toList();
    for (Sent sent : all) {
      scene.awaitState(sent, "pending");
      scene.lose(sent);
    }
    scene.hold(target, false);
    return all;
  }

  // The same key is the same partition.
  private static PostEvent sameKey(Sent other) {
    return new PostEvent(
        1,
        other.event().postId(),
        other.event().target(),
        other.event().channel(),
        other.event().language(),
        2,
        other.event().editionDate(),
        other.event().contentType(),
        other.event().slug(),
        other.event().title(),
        other.event().summary(),
        other.event().bodyMarkdown(),
        other.event().tags(),
        other.event().canonicalUrl());
  }

  private UUID replay(String target, boolean dryRun) {
    return scene.order(
        target == null ? TELEGRAPH : target,
        new Command.Replay(
            TELEGRAPH,
            target,
            hour.atOffset(ZoneOffset.UTC),
            hour.plus(Duration.ofMinutes(30)).atOffset(ZoneOffset.UTC),
            dryRun,
            false,
            false,
            false));
  }

  private String finished(UUID replay) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(column("state", replay)).containsExactly("finished"));
    return column(
            "'records=' || records || ' present=' || present || ' missing=' || missing"
                + " || ' unreadable=' || unreadable || ' due=' || due",
            replay)
        .get(0);
  }

  private List<String> column(String expression, UUID replay) {
    return scene
        .sql()
        .query("select " + expression + " from publisher.replay where id = ?", replay);
  }

  private int deadLetters(Sent... sent) {
    return scene
        .sql()
        .query(
            "select reason from publisher.dead_letter where outbox_id = any (?)",
            (Object) Stream.of(sent).map(Sent::id).toArray(UUID[]::new))
        .size();
  }

  private void refuseDeliveries() {
    scene
        .sql()
        .execute(
            """
            create or replace function publisher.refuse() returns trigger language plpgsql as $$
            begin
              raise exception using errcode = '53100', message = 'disk full';
            end $$
            """);
    scene
        .sql()
        .execute(
            "create trigger refuse before insert on publisher.delivery"
                + " execute function publisher.refuse()");
  }

  private void acceptDeliveries() {
    scene.sql().execute("drop trigger refuse on publisher.delivery");
  }
}
