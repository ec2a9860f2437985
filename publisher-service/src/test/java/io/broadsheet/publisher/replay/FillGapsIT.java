package io.broadsheet.publisher.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.publisher.inbox.Arrival;
import io.broadsheet.publisher.testing.MigratedDatabase;
import io.broadsheet.publisher.testing.Records;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a replay does to each state, under which order, and who may write it. */
class FillGapsIT {

  private static final Duration CENTURY = Duration.ofDays(36_500);
  private static final String YOUNG = "telegram-ru";
  private static final String OLD = "telegram-en";
  private static final Progress PROGRESS =
      new Progress(List.of(new Progress.Partition(0, 5, 7, 9)));

  private static MigratedDatabase database;
  private static Database replica;
  private static Replays replays;
  private static ReplayLeases leases;
  private static FillGaps fillGaps;

  @BeforeAll
  static void migrate() {
    database = new MigratedDatabase();
    replica = database.replica();
    replays = new Replays(replica, () -> {});
    leases = new ReplayLeases(replica, "first");
    fillGaps = new FillGaps(replica, new MaxAges(Map.of(YOUNG, CENTURY), Duration.ofMillis(1)));
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void empty() {
    database.execute("truncate publisher.delivery, publisher.attempt, publisher.part");
    database.execute("truncate publisher.replay, publisher.command");
  }

  @Test
  @Case("K5")
  void aDryRunChangesNothingAndCountsWhatARealOneDoes() {
    List<Arrival> arrivals =
        List.of(
            arrival(YOUNG),
            arrival(OLD),
            standing("posted"),
            standing("parked"),
            standing("skipped"),
            standing("unknown"));
    List<String> before = deliveries();

    HeldReplay dry = order(true, true, true, true);
    assertThat(fill(dry, arrivals)).contains(List.of());
    assertThat(deliveries()).isEqualTo(before);
    leases.finish(dry, PROGRESS);
    HeldReplay real = order(false, true, true, true);
    assertThat(fill(real, arrivals)).hasValueSatisfying(wake -> assertThat(wake).hasSize(2));

    assertThat(counts(real)).isEqualTo(counts(dry));
    assertThat(counts(dry))
        .isEqualTo(
            "records=6 present=2 missing=1 too_old=1 parked=1 skipped=1 may_exist=0 unreadable=0"
                + " due=4");
  }

  @Test
  @Case("D13")
  void whatIsMissingIsPendingAndWhatIsTooOldIsParkedUnlessAskedFor() {
    Arrival young = arrival(YOUNG);
    Arrival old = arrival(OLD);
    HeldReplay replay = order(false, false, false, false);
    fill(replay, List.of(young, old));

    assertThat(state(young)).isEqualTo("pending");
    assertThat(state(old)).isEqualTo("parked");
    assertThat(column("last_error", old)).contains("older than max-age");
    assertThat(counts(replay)).contains("missing=1 too_old=1", "due=1");
    leases.finish(replay, PROGRESS);

    Arrival wanted = arrival(OLD);
    fill(order(false, true, false, false), List.of(old, wanted));
    assertThat(state(old)).isEqualTo("parked");
    assertThat(state(wanted)).isEqualTo("pending");
    assertThat(column("age_since is not null", wanted)).isEqualTo("true");
  }

  @Test
  void parkedAndSkippedOnesAreMadeDueOnlyWhenAskedTo() {
    Arrival parked = standing("parked");
    Arrival skipped = standing("skipped");
    List<Arrival> both = List.of(parked, skipped);

    HeldReplay neither = order(false, true, false, false);
    fill(neither, both);
    assertThat(List.of(state(parked), state(skipped))).containsExactly("parked", "skipped");
    assertThat(counts(neither)).contains("parked=1 skipped=1", "due=0");
    leases.finish(neither, PROGRESS);

    HeldReplay first = order(false, false, true, false);
    fill(first, both);
    assertThat(List.of(state(parked), state(skipped))).containsExactly("retry", "skipped");
    assertThat(column("attempt = 0 and age_since is not null and last_error like 'anna%'", parked))
        .isEqualTo("true");
    leases.finish(first, PROGRESS);

    fill(order(false, false, false, true), both);
    assertThat(state(skipped)).isEqualTo("retry");
  }

  @Test
  @Case("K5")
  void whatMayBeAtTheTargetIsNeverMadeDue() {
    Arrival posted = standing("posted");
    Arrival unknown = standing("unknown");
    Arrival sending = standing("sending");
    Arrival uncertain = standing("parked");
    set(uncertain, "uncertain_since = clock_timestamp()");
    Arrival begun = standing("parked");
    set(begun, "part = 2");
    Arrival leftAlone = standing("skipped");
    set(leftAlone, "uncertain_since = clock_timestamp()");
    Arrival outdated = standing("parked");
    laterGeneration(outdated);
    Arrival late = standing("parked");
    database.execute(
        """
        insert into publisher.attempt (claim_token, post_id, target, generation, kind, number, replica, outcome)
        values (gen_random_uuid(), ?, ?, 1, 'call', 1, 'gone', 'posted')
        """,
        late.post().postId(),
        late.post().target());
    List<Arrival> all =
        List.of(posted, unknown, sending, uncertain, begun, leftAlone, outdated, late);
    List<String> before = deliveries();

    HeldReplay replay = order(false, true, true, true);
    assertThat(fill(replay, all)).contains(List.of());

    assertThat(deliveries()).isEqualTo(before);
    assertThat(counts(replay)).contains("present=3", "may_exist=5", "due=0");
  }

  @Test
  void anEventWhoseLaterGenerationIsKnownIsNotMissing() {
    Arrival missing = arrival(YOUNG);
    laterGeneration(missing);
    Arrival tooOld = arrival(OLD);
    laterGeneration(tooOld);
    List<String> before = deliveries();

    for (boolean dryRun : List.of(true, false)) {
      HeldReplay replay = order(dryRun, true, true, true);
      assertThat(fill(replay, List.of(missing, tooOld))).contains(List.of());
      assertThat(counts(replay)).contains("missing=0 too_old=0", "may_exist=2", "due=0");
      leases.finish(replay, PROGRESS);
    }
    assertThat(deliveries()).isEqualTo(before);
  }

  @Test
  @Case("both-generations-by-a-replay")
  void whatIsOrderedOnceMoreIsNotMadeDueWhileThatIsOnItsWay() {
    Arrival parked = standing("parked");
    Arrival skipped = standing("skipped");
    Arrival missing = arrival(YOUNG);
    List<Arrival> all = List.of(parked, skipped, missing);
    all.forEach(one -> Records.republished(database, one.post().postId(), YOUNG));
    List<String> before = deliveries();
    HeldReplay replay = order(false, true, true, true);

    assertThat(fill(replay, all)).contains(List.of());

    assertThat(deliveries()).isEqualTo(before);
    assertThat(counts(replay)).contains("parked=0 skipped=0 may_exist=3", "due=0");
  }

  @Test
  void ofTwoGenerationsInOneBatchOnlyTheLaterIsMissing() {
    Arrival first = arrival(YOUNG);
    Arrival second =
        Arrival.read(
            Records.post(UUID.randomUUID(), Records.event(first.post().postId(), YOUNG, 2)));
    HeldReplay replay = order(false, true, true, true);

    fill(replay, List.of(first, second));

    assertThat(counts(replay)).contains("missing=1", "may_exist=1", "due=1");
    assertThat(database.query("select generation from publisher.delivery")).containsExactly("2");
  }

  @Test
  void aLaterCommandIsNotUndone() {
    Arrival skipped = standing("skipped");
    set(skipped, "command_seq = 100");

    HeldReplay replay = order(false, false, false, true);
    fill(replay, List.of(skipped));

    assertThat(state(skipped)).isEqualTo("skipped");
    assertThat(counts(replay)).contains("skipped=1", "due=0");
  }

  @Test
  void anEventThatStandsTwiceInABatchIsOneDelivery() {
    Arrival arrival = arrival(YOUNG);
    HeldReplay replay = order(true, false, false, false);
    fill(replay, List.of(arrival, arrival));

    assertThat(counts(replay)).contains("records=2 present=1 missing=1");
  }

  @Test
  void aLateHolderChangesNothing() {
    HeldReplay late = order(false, false, false, false);
    database.execute("update publisher.replay set lease_until = clock_timestamp()");
    ReplayLeases second = new ReplayLeases(replica, "second");
    HeldReplay now = second.take().held().orElseThrow();
    Arrival arrival = arrival(YOUNG);

    assertThat(fill(late, List.of(arrival))).isEmpty();
    assertThat(leases.finish(late, PROGRESS)).isFalse();
    assertThat(deliveries()).isEmpty();
    assertThat(counts(late)).contains("records=0");
    assertThat(fill(now, List.of(arrival))).contains(List.of(YOUNG));
  }

  @Test
  void aCancelledOneDoesNothingMore() {
    HeldReplay replay = order(false, false, false, false);
    fill(replay, List.of(arrival(YOUNG)));
    Command.CancelReplay cancel = new Command.CancelReplay(replay.id());

    assertThat(replays.cancel(event(cancel), cancel)).isEmpty();
    assertThat(replays.cancel(event(cancel), cancel)).isEmpty();

    assertThat(fill(replay, List.of(arrival(YOUNG)))).isEmpty();
    assertThat(leases.finish(replay, PROGRESS)).isFalse();
    assertThat(leases.take().held()).isEmpty();
    assertThat(deliveries()).hasSize(1);
    assertThat(
            database.query(
                "select state || ' by ' || cancelled_by || ' because ' || cancel_reason from publisher.replay"))
        .containsExactly("cancelled by anna because why");
  }

  @Test
  void aFinishedOrUnknownOneCannotBeCancelled() {
    HeldReplay replay = order(false, false, false, false);
    leases.finish(replay, PROGRESS);
    Command.CancelReplay finished = new Command.CancelReplay(replay.id());
    Command.CancelReplay unknown = new Command.CancelReplay(UUID.randomUUID());

    assertThat(replays.cancel(event(finished), finished))
        .hasValueSatisfying(why -> assertThat(why).contains("finished"));
    assertThat(replays.cancel(event(unknown), unknown))
        .hasValueSatisfying(why -> assertThat(why).contains("no such replay"));
  }

  @Test
  void aSecondReplicaTakesItOnlyWhenTheLeaseHasEndedAndGoesOnFromItsProgress() {
    HeldReplay first = order(false, false, false, false);
    fill(first, List.of());
    ReplayLeases second = new ReplayLeases(replica, "second");

    ReplayLeases.Look early = second.take();
    assertThat(early.held()).isEmpty();
    assertThat(early.open()).isTrue();
    database.execute("update publisher.replay set lease_until = clock_timestamp()");
    HeldReplay taken = second.take().held().orElseThrow();

    assertThat(taken.progress()).contains(PROGRESS);
    assertThat(taken.fence()).isGreaterThan(first.fence());
    second.release(taken);
    assertThat(leases.take().held()).isPresent();
  }

  @Test
  void oneThatWaitsKeepsNoOtherFromBeingRead() {
    HeldReplay stuck = order(false, false, false, false);
    leases.waits(stuck, "Kafka has no topic");
    replays.accept(event(replay()), replay(), 12);

    assertThat(leases.take().held().orElseThrow().id()).isNotEqualTo(stuck.id());
  }

  @Test
  void anOrderIsTakenOnceAndANonsensicalOneRefused() {
    Command.Replay backwards =
        new Command.Replay(
            "telegram", null, replay().to(), replay().from(), true, false, false, false);
    Command.Replay elsewhere =
        new Command.Replay(
            "pigeon", null, replay().from(), replay().to(), true, false, false, false);
    CommandEvent event = event(replay());

    assertThat(replays.accept(event, replay(), 1)).isEmpty();
    assertThat(replays.accept(event, replay(), 1)).isEmpty();
    assertThat(replays.accept(event(backwards), backwards, 2)).isPresent();
    assertThat(replays.accept(event(elsewhere), elsewhere, 3)).isPresent();
    assertThat(database.query("select id from publisher.replay")).hasSize(1);
  }

  private static Optional<List<String>> fill(HeldReplay replay, List<Arrival> arrivals) {
    return fillGaps.fill(replay, arrivals, 0, PROGRESS);
  }

  private static HeldReplay order(boolean dryRun, boolean old, boolean parked, boolean skipped) {
    Command.Replay wanted =
        new Command.Replay(
            "telegram", null, replay().from(), replay().to(), dryRun, old, parked, skipped);
    CommandEvent event = event(wanted);
    assertThat(replays.accept(event, wanted, 10)).isEmpty();
    HeldReplay held = leases.take().held().orElseThrow();
    assertThat(held.id()).isEqualTo(event.id());
    return held;
  }

  private static Command.Replay replay() {
    OffsetDateTime from = OffsetDateTime.parse("2026-11-30T00:00:00Z");
    return new Command.Replay("telegram", null, from, from.plusDays(1), false, false, false, false);
  }

  private static CommandEvent event(Command command) {
    return new CommandEvent(
        1,
        UUID.randomUUID(),
        "telegram",
        "anna",
        "why",
        OffsetDateTime.parse("2026-12-01T00:00:00Z"),
        command);
  }

  private static Arrival arrival(String target) {
    return Arrival.read(Records.post(UUID.randomUUID(), UUID.randomUUID(), target));
  }

  private static Arrival standing(String state) {
    Arrival arrival = arrival(YOUNG);
    boolean posted = state.equals("posted");
    database.execute(
        """
        insert into publisher.delivery (post_id, target, event_id, channel, language, state, payload, attempt,
          created_at, external_id, posted_at)
        values (?, ?, ?, 'telegram', 'ru', ?, '{}', 3, clock_timestamp(), ?, case when ? then clock_timestamp() end)
        """,
        arrival.post().postId(),
        YOUNG,
        arrival.eventId(),
        state,
        posted ? "7" : null,
        posted);
    return arrival;
  }

  private static void laterGeneration(Arrival arrival) {
    database.execute(
        """
        insert into publisher.delivery (post_id, target, generation, event_id, channel, language, payload, created_at)
        values (?, ?, 2, gen_random_uuid(), 'telegram', 'ru', '{}', clock_timestamp())
        """,
        arrival.post().postId(),
        arrival.post().target());
  }

  private static void set(Arrival arrival, String assignment) {
    database.execute(
        "update publisher.delivery set " + assignment + " where event_id = ?", arrival.eventId());
  }

  private static String state(Arrival arrival) {
    return column("state", arrival);
  }

  private static String column(String expression, Arrival arrival) {
    return database
        .query(
            "select (%s)::text from publisher.delivery where event_id = ?".formatted(expression),
            arrival.eventId())
        .get(0);
  }

  private static List<String> deliveries() {
    return database.query("select d::text from publisher.delivery d order by event_id");
  }

  private static String counts(HeldReplay replay) {
    List<String> names =
        List.of(
            "records",
            "present",
            "missing",
            "too_old",
            "parked",
            "skipped",
            "may_exist",
            "unreadable",
            "due");
    return database
        .query(
            "select concat_ws(' ', "
                + String.join(", ", names.stream().map(n -> "'" + n + "=' || " + n).toList())
                + ") from publisher.replay where id = ?",
            replay.id())
        .get(0);
  }
}
