package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconcilerIT {

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  @Case("R3")
  void whatWasInsertedWhileTheSlotWasGoneIsSentAfterTheFirstHeartbeat() {
    UUID settled = scene.insert();
    scene.settle(settled);
    scene.dropSlot();
    UUID lost = scene.insert();

    Relay relay = scene.start();

    scene.awaitRelayed(lost);
    assertThat(relay.status().relayed()).isZero();
    RelayScene.within(20).until(() -> relay.status().reconciled() == 1);
    assertThat(scene.topic.of(settled)).isEmpty();
  }

  @Test
  @Case("R3")
  void aSlotDroppedUnderTheRelayIsMadeAnew() {
    Relay relay = scene.startUntilActive();
    List<UUID> ids = List.of(scene.insert());
    RelayScene.within(20)
        .until(
            () -> {
              scene.terminateWalSender();
              scene.dropSlot();
              return true;
            });
    UUID lost = scene.insert();

    ids.forEach(scene::awaitRelayed);
    scene.awaitRelayed(lost);
    RelayScene.within(30).until(() -> relay.status().role().equals("active"));
  }

  @Test
  @Case("C4")
  void onlyWhatNobodySettledIsSentAndWithGrowingPauses() {
    UUID delivered = scene.insert();
    UUID command = scene.insert();
    UUID dead = scene.insert();
    UUID open = scene.insert();
    scene.settle(delivered);
    scene.settleAsCommand(command);
    scene.database.execute(
        "insert into publisher.dead_letter (topic, partition, \"offset\", outbox_id, reason)"
            + " values ('t', 0, 0, ?, 'unreadable')",
        dead);
    UnsettledRows rows = new UnsettledRows(scene.database.database());
    ReconcilerLease lease = new ReconcilerLease(scene.database.database(), "a");
    long fence = lease.take();

    UnsettledRows.Batch due = rows.olderThan(Duration.ZERO);
    assertThat(due.messages()).extracting(OutboxMessage::id).containsExactly(open);
    assertThat(rows.olderThan(Duration.ofMinutes(1)).isEmpty()).isTrue();

    rows.remember(tried(due), Duration.ofMinutes(2), "a", fence);
    assertThat(rows.olderThan(Duration.ZERO).isEmpty()).isTrue();
    assertThat(waitMinutes()).isEqualTo("4");
    rows.remember(tried(due), Duration.ofMinutes(2), "a", fence);
    assertThat(waitMinutes()).isEqualTo("8");
    for (int i = 0; i < 40; i++) {
      rows.remember(tried(due), Duration.ofMinutes(2), "a", fence);
    }
    assertThat(waitMinutes()).isEqualTo("60");

    rows.remember(
        new UnsettledRows.Tried(due.ids(), List.of(), due.ids()),
        Duration.ofMinutes(2),
        "a",
        fence);
    // Kafka may have its topic again at any time.
    assertThat(waitMinutes()).isEqualTo("5");

    scene.settle(open);
    rows.olderThan(Duration.ZERO);
    assertThat(scene.database.query("select outbox_id from generator.reconciliation")).isEmpty();
  }

  @Test
  void aLateLeaseHolderRemembersNothing() {
    scene.insert();
    UnsettledRows rows = new UnsettledRows(scene.database.database());
    ReconcilerLease one = new ReconcilerLease(scene.database.database(), "one");
    ReconcilerLease other = new ReconcilerLease(scene.database.database(), "other");
    long fence = one.take();
    assertThat(other.take()).isZero();
    assertThat(one.renew(fence)).isTrue();
    one.release(fence);
    RelayScene.within(20).until(() -> other.take() > fence);

    assertThat(one.renew(fence)).isFalse();
    rows.remember(tried(rows.olderThan(Duration.ZERO)), Duration.ofMinutes(2), "one", fence);

    assertThat(scene.database.query("select outbox_id from generator.reconciliation")).isEmpty();
  }

  @Test
  void aLateLeaseHolderParksNothingAndWhatIsNotAtFaultForGoodIsNotParkedAtOnce() {
    UUID young = scene.insert();
    UUID late = scene.insert();
    UnsettledRows rows = new UnsettledRows(scene.database.database());
    ReconcilerLease lease = new ReconcilerLease(scene.database.database(), "a");
    long fence = lease.take();

    assertThat(rows.park(new Misfit(young, "a", "no such topic", false), "a", fence)).isFalse();
    assertThat(rows.park(new Misfit(young, "a", "too large", true), "a", fence)).isTrue();
    lease.release(fence);
    assertThat(rows.park(new Misfit(late, "a", "too large", true), "a", fence)).isFalse();

    assertThat(scene.database.query("select outbox_id from publisher.dead_letter"))
        .containsExactly(young.toString());
  }

  @Test
  void aRowWhoseParkingWasRepeatedIsSaidToBeParked() {
    UUID row = scene.insert();
    UnsettledRows rows = new UnsettledRows(scene.database.database());
    long fence = new ReconcilerLease(scene.database.database(), "a").take();
    Misfit misfit = new Misfit(row, "a", "too large", true);

    assertThat(rows.park(misfit, "a", fence)).isTrue();
    // As a statement is whose first answer was lost.
    assertThat(rows.park(misfit, "a", fence)).isTrue();
  }

  @Test
  void anErrorDoesNotEndIt() {
    AtomicInteger rounds = new AtomicInteger();
    LongAdder failing =
        new LongAdder() {
          @Override
          public void add(long sent) {
            if (rounds.incrementAndGet() == 1) {
              throw new StackOverflowError("the first round goes too deep");
            }
            super.add(sent);
          }
        };
    try (KafkaSender sender = new KafkaSender(scene.database.settings().bootstrapServers());
        Reconciler reconciler =
            new Reconciler(
                scene.settings(Duration.ofSeconds(1)),
                Duration.ofSeconds(5),
                "a",
                scene.database.database(),
                sender::send,
                failing)) {
      scene.insert();
      reconciler.start();
      RelayScene.within(20).until(() -> rounds.get() == 1);

      scene.insert();

      RelayScene.within(20).until(() -> failing.sum() > 0);
    }
  }

  @Test
  void manyAndLargeRowsAreSentInBatches() {
    LongAdder reconciled = new LongAdder();
    scene.database.execute(
        """
        insert into generator.outbox (destination, target, aggregate_id, type, payload)
        select 'post.telegram', 'telegram-ru', gen_random_uuid(), 'post',
            jsonb_build_object('text', repeat('x', case when i % 50 = 0 then 3000000 else 100 end))
        from generate_series(1, 250) i
        """);
    try (KafkaSender sender = new KafkaSender(scene.database.settings().bootstrapServers());
        Reconciler reconciler =
            new Reconciler(
                scene.settings(Duration.ofSeconds(1)),
                Duration.ofSeconds(5),
                "a",
                scene.database.database(),
                sender::send,
                reconciled)) {
      reconciler.start();
      RelayScene.within(60)
          .until(
              () ->
                  scene
                      .database
                      .query("select count(*) from generator.reconciliation")
                      .equals(List.of("250")));
      RelayScene.within(20).until(() -> reconciled.sum() >= 250);
    }
  }

  @Test
  @Case("R10")
  void anOldRowThatIsRefusedForAWhileArrivesOnceItIsTaken() {
    AtomicReference<Exception> fault =
        new AtomicReference<>(new RecordTooLargeException("the topic is too narrow"));
    try (KafkaSender sender = new KafkaSender(scene.database.settings().bootstrapServers());
        Reconciler reconciler = reconciler(failingWith(fault, sender))) {
      UUID id = insertedTwoDaysAgo();
      reconciler.start();
      awaitSecondTry();
      assertThat(deadLetters()).isEmpty();

      fault.set(null);

      scene.awaitRelayed(id);
      RelayScene.within(20).until(() -> count("refused_since is null") == 1);
      assertThat(deadLetters()).isEmpty();
    }
  }

  @Test
  @Case("R10")
  void aRowThatWasRefusedForADayIsParked() {
    AtomicReference<Exception> fault =
        new AtomicReference<>(new RecordTooLargeException("the topic is too narrow"));
    try (KafkaSender sender = new KafkaSender(scene.database.settings().bootstrapServers());
        Reconciler reconciler = reconciler(failingWith(fault, sender))) {
      UUID id = scene.insert();
      reconciler.start();
      RelayScene.within(20).until(() -> count("refused_since is not null") == 1);

      refusedADayAgo();

      RelayScene.within(20).until(() -> deadLetters().equals(List.of(id.toString())));
    }
  }

  @Test
  @Case("R10")
  void aFailureThatIsNotTheRowsParksNothingHoweverLongItLasts() {
    AtomicReference<Exception> fault =
        new AtomicReference<>(new UnknownServerException("the broker is out of sorts"));
    try (KafkaSender sender = new KafkaSender(scene.database.settings().bootstrapServers());
        Reconciler reconciler = reconciler(failingWith(fault, sender))) {
      UUID id = insertedTwoDaysAgo();
      reconciler.start();
      awaitSecondTry();
      assertThat(count("refused_since is not null")).isZero();
      refusedADayAgo();
      int sends = sends();
      RelayScene.within(20).until(() -> sends() > sends + 1);
      assertThat(deadLetters()).isEmpty();

      fault.set(null);

      scene.awaitRelayed(id);
      assertThat(deadLetters()).isEmpty();
    }
  }

  private Reconciler reconciler(Function<OutboxMessage, Future<RecordMetadata>> sender) {
    return new Reconciler(
        scene.settings(Duration.ofMillis(10)),
        Duration.ofSeconds(5),
        "a",
        scene.database.database(),
        sender,
        new LongAdder());
  }

  private static Function<OutboxMessage, Future<RecordMetadata>> failingWith(
      AtomicReference<Exception> fault, KafkaSender sender) {
    return message ->
        fault.get() == null ? sender.send(message) : CompletableFuture.failedFuture(fault.get());
  }

  private UUID insertedTwoDaysAgo() {
    UUID id = scene.insert();
    scene.database.execute(
        "update generator.outbox set created_at = created_at - interval '2 days' where id = ?", id);
    return id;
  }

  private void refusedADayAgo() {
    scene.database.execute(
        "update generator.reconciliation set refused_since = now() - interval '25 hours'");
  }

  /** The first has then been done with wholly. */
  private void awaitSecondTry() {
    RelayScene.within(20).until(() -> sends() >= 2);
  }

  private int sends() {
    return Integer.parseInt(
        scene
            .database
            .query("select coalesce(max(sends), 0) from generator.reconciliation")
            .get(0));
  }

  private int count(String which) {
    return Integer.parseInt(
        scene
            .database
            .query("select count(*) from generator.reconciliation where " + which)
            .get(0));
  }

  private List<String> deadLetters() {
    return scene.database.query("select outbox_id from publisher.dead_letter");
  }

  @Test
  void aRepeatDoesNotStarveWhatWasNeverSent() {
    UUID first = scene.insert();
    UnsettledRows rows = new UnsettledRows(scene.database.database());
    long fence = new ReconcilerLease(scene.database.database(), "a").take();
    rows.remember(tried(rows.olderThan(Duration.ZERO)), Duration.ZERO, "a", fence);
    UUID second = scene.insert();

    assertThat(rows.olderThan(Duration.ZERO).messages())
        .extracting(OutboxMessage::id)
        .containsExactly(second, first);
  }

  private static UnsettledRows.Tried tried(UnsettledRows.Batch batch) {
    return new UnsettledRows.Tried(batch.ids(), List.of(), List.of());
  }

  private String waitMinutes() {
    return scene
        .database
        .query(
            "select round(extract(epoch from next_attempt_at - clock_timestamp()) / 60)"
                + " from generator.reconciliation")
        .get(0);
  }
}
