package io.broadsheet.publisher.inbox;

import static io.broadsheet.publisher.testing.PressScene.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.publisher.testing.EmptiedPressStack;
import io.broadsheet.publisher.testing.PressScene;
import io.broadsheet.publisher.testing.PressScene.Sent;
import io.broadsheet.publisher.testing.Records;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What Kafka's own tools do to a group or a topic, with the inbox stopped or running: the requests
 * are those of {@code kafka-consumer-groups.sh} and {@code kafka-topics.sh}.
 */
@QuarkusTest
@QuarkusTestResource(value = EmptiedPressStack.class, restrictToAnnotatedClass = true)
class ReadAgainIT {

  private static final String TOPIC = Topics.post(ChannelKind.TELEGRAPH);
  private static final String GROUP = "broadsheet.publisher.telegraph";

  @Inject Config config;
  @Inject Inbox inbox;

  private PressScene scene;

  @BeforeEach
  void open() {
    scene = new PressScene(config);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  @Case("K4")
  void afterAResetToTheEarliestOffsetNothingGoesOutTwiceAndGapsAreFilled() throws Exception {
    List<Sent> posted = publishThree();
    Sent parked = parked();
    Sent lost = lost();
    inbox.stop(null);
    awaitEmptyGroup();
    scene.admin().alterConsumerGroupOffsets(GROUP, earliest()).all().get();

    inbox.start(null);

    assertNothingTwice(posted, parked, lost);
  }

  @Test
  @Case("K4")
  void afterTheGroupIsDeletedNothingGoesOutTwiceAndGapsAreFilled() throws Exception {
    List<Sent> posted = publishThree();
    Sent parked = parked();
    Sent lost = lost();
    inbox.stop(null);
    awaitEmptyGroup();
    scene.admin().deleteConsumerGroups(List.of(GROUP)).all().get();

    inbox.start(null);

    assertNothingTwice(posted, parked, lost);
  }

  @Test
  @Case("K4")
  void aTopicThatWasDeletedAndMadeAnewIsConsumedOn() throws Exception {
    List<Sent> posted = publishThree();
    Sent parked = parked();
    Sent lost = lost();
    scene.offsetsAtEnd(GROUP, TOPIC);
    deadLettersWhereverTheNextOnesStand();
    scene.admin().deleteTopics(List.of(TOPIC)).all().get();
    await().atMost(PATIENCE).until(() -> !scene.admin().listTopics().names().get().contains(TOPIC));
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              scene
                  .admin()
                  .createTopics(List.of(new NewTopic(TOPIC, Optional.of(3), Optional.empty())))
                  .all()
                  .get();
              return true;
            });

    // What the reconciler finds not settled, and what it sends once more all the same.
    scene.send(lost);
    posted.forEach(scene::send);
    awaitDeadLetter(garbled());

    assertNothingTwice(posted, parked, lost);
  }

  @Test
  @Case("K5")
  void aReplayLeavesTheGroupWhereItIs() throws Exception {
    List<Sent> posted = publishThree();
    Sent parked = parked();
    Sent lost = lost();
    inbox.stop(null);
    awaitEmptyGroup();
    // Not where a replay ends: one that committed would be seen.
    scene.admin().alterConsumerGroupOffsets(GROUP, earliest()).all().get();

    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    UUID replay =
        scene.order(
            "telegraph",
            new Command.Replay(
                "telegraph", null, now.minusHours(1), now, false, false, false, false));
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                scene
                    .sql()
                    .query("select state from publisher.replay where id = ?", replay)
                    .equals(List.of("finished")));

    assertThat(scene.admin().listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata().get())
        .isEqualTo(earliest());
    inbox.start(null);
    assertNothingTwice(posted, parked, lost);
  }

  @Test
  void aDeadLetterThatCanBeReadAfterItsPostWasRepublishedStaysUnsent() {
    Sent first =
        new Sent(
            UUID.randomUUID(), Records.event(UUID.randomUUID(), "telegraph-ru"), Instant.now());
    scene.send(first, "{");
    awaitDeadLetter(first);
    Sent second =
        new Sent(
            UUID.randomUUID(),
            Records.event(first.event().postId(), first.event().target(), 2),
            Instant.now());
    scene.send(second);
    scene.awaitState(second, "posted");

    scene.send(first);

    scene.awaitState(first, "skipped");
    Sent next = scene.publish("telegraph-ru", Instant.now());
    scene.awaitState(next, "posted");
    assertThat(scene.effects()).isEqualTo(2);
  }

  private List<Sent> publishThree() {
    List<Sent> posted = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      posted.add(scene.publish("telegraph-ru", Instant.now()));
    }
    posted.forEach(sent -> scene.awaitState(sent, "posted"));
    return posted;
  }

  private Sent parked() {
    Sent old = scene.publish("telegraph-en", Instant.now().minus(Duration.ofDays(10)));
    scene.awaitState(old, "pending");
    scene
        .sql()
        .execute("update publisher.delivery set state = 'parked' where event_id = ?", old.id());
    return old;
  }

  private Sent lost() {
    Sent lost = scene.publish("telegraph-en", Instant.now());
    scene.awaitState(lost, "pending");
    scene.lose(lost);
    return lost;
  }

  private Sent garbled() {
    Sent garbled =
        new Sent(
            UUID.randomUUID(), scene.publish("telegraph-en", Instant.now()).event(), Instant.now());
    scene.send(garbled, "{");
    return garbled;
  }

  private void awaitDeadLetter(Sent garbled) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                scene
                        .sql()
                        .query(
                            "select reason from publisher.dead_letter where outbox_id = ?",
                            garbled.id())
                        .size()
                    == 1);
  }

  // A topic made anew counts from zero: other events have stood at the same offsets.
  private void deadLettersWhereverTheNextOnesStand() {
    scene
        .sql()
        .execute(
            """
            insert into publisher.dead_letter (topic, "partition", "offset", outbox_id, reason)
            select ?, p, o, gen_random_uuid(), 'of the topic before'
            from generate_series(0, 2) p, generate_series(0, 20) o
            """,
            TOPIC);
  }

  private void assertNothingTwice(List<Sent> posted, Sent parked, Sent lost) {
    scene.awaitState(lost, "pending");
    scene.offsetsAtEnd(GROUP, TOPIC);
    // One more goes the whole way, behind all that was read again.
    Sent next = scene.publish("telegraph-ru", Instant.now());
    scene.awaitState(next, "posted");
    posted.forEach(sent -> assertThat(scene.states(sent)).containsExactly("posted"));
    assertThat(scene.states(parked)).containsExactly("parked");
    assertThat(scene.effects()).isEqualTo(posted.size() + 1);
  }

  private void awaitEmptyGroup() {
    await().atMost(PATIENCE).until(() -> group().groupState() == GroupState.EMPTY);
  }

  private ConsumerGroupDescription group() throws Exception {
    return scene.admin().describeConsumerGroups(List.of(GROUP)).describedGroups().get(GROUP).get();
  }

  private Map<TopicPartition, OffsetAndMetadata> earliest() throws Exception {
    Admin admin = scene.admin();
    Map<TopicPartition, OffsetAndMetadata> earliest = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      TopicPartition partition = new TopicPartition(TOPIC, i);
      earliest.put(
          partition,
          new OffsetAndMetadata(
              admin
                  .listOffsets(Map.of(partition, OffsetSpec.earliest()))
                  .partitionResult(partition)
                  .get()
                  .offset()));
    }
    return earliest;
  }
}
