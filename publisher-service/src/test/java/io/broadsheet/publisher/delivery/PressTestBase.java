package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.testing.MigratedDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** One migrated database per test class, emptied before each test, and replicas on it. */
abstract class PressTestBase {

  static final Duration DAY = Duration.ofDays(1);

  // A lease that outlasts a slow machine's test.
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final Duration COMPANION_WAIT = Duration.ofMinutes(10);

  static MigratedDatabase database;
  static Database first;
  static Database second;

  @BeforeAll
  static void migrate() {
    database = new MigratedDatabase();
    first = database.replica();
    second = database.replica();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void empty() {
    database.execute(
        "truncate publisher.delivery, publisher.attempt, publisher.part, publisher.target_state");
    database.execute("truncate generator.edition cascade");
  }

  static DeliveryPolicy policy() {
    return policy(TIMEOUT, 1, Optional.empty(), COMPANION_WAIT);
  }

  static DeliveryPolicy timingOut(Duration timeout) {
    return policy(timeout, 1, Optional.empty(), COMPANION_WAIT);
  }

  static DeliveryPolicy atATime(int maxInFlight) {
    return policy(TIMEOUT, maxInFlight, Optional.empty(), COMPANION_WAIT);
  }

  static DeliveryPolicy after(String companion, Duration companionWait) {
    return policy(TIMEOUT, 1, Optional.of(companion), companionWait);
  }

  private static DeliveryPolicy policy(
      Duration timeout, int maxInFlight, Optional<String> companion, Duration companionWait) {
    return new DeliveryPolicy(
        timeout,
        Duration.ofSeconds(5),
        Duration.ofMillis(200),
        Duration.ofSeconds(5),
        12,
        10,
        Duration.ofDays(3),
        maxInFlight,
        companion,
        companionWait,
        DeliveryPolicy.OnUnknown.PARK);
  }

  /** A target of the newsroom's usual names, such as {@code telegram-ru}. */
  static OpenTarget target(String name, ScriptedChannel channel, DeliveryPolicy policy) {
    int hyphen = name.indexOf('-');
    return new OpenTarget(
        new Target(
            name,
            ChannelKind.find(name.substring(0, hyphen)).orElseThrow(),
            name.substring(hyphen + 1),
            Map.of()),
        channel,
        policy);
  }

  /** The steps of one replica, its targets registered. */
  static DeliverySteps steps(Database replica, String name, OpenTarget... targets) {
    return steps(replica, new DueSignals(), name, targets);
  }

  /** The same, with the signals that wake its workers. */
  static DeliverySteps steps(
      Database replica, DueSignals signals, String name, OpenTarget... targets) {
    DeliverySteps steps =
        DeliverySteps.of(
            replica,
            signals,
            new DeliveryMetrics(new SimpleMeterRegistry()),
            name,
            Duration.ofDays(3));
    steps.registerTargets().registerTargets(List.of(targets));
    return steps;
  }

  static UUID post() {
    return rows().post();
  }

  private static DeliveryRows rows() {
    return new DeliveryRows(database);
  }

  static void due(UUID post, OpenTarget target) {
    due(post, target, Duration.ZERO);
  }

  /** Puts a delivery of an event of that age into the inbox's table. */
  static void due(UUID post, OpenTarget target, Duration age) {
    due(event(post, target, "slug"), target, age);
  }

  /** The event of a post for a target. */
  static PostEvent event(UUID post, OpenTarget target, String slug) {
    return DeliveryRows.event(post, target, slug);
  }

  /** Puts a delivery of an event into the inbox's table, as if it were of that age. */
  static void due(PostEvent event, OpenTarget target, Duration age) {
    rows().due(event, target, age);
  }

  static List<Claim> claim(DeliverySteps steps, OpenTarget target) {
    return claim(steps, target, 1);
  }

  static List<Claim> claim(DeliverySteps steps, OpenTarget target, int atMost) {
    return steps
        .claimDue()
        .claimDue(
            target, java.util.stream.Stream.generate(UUID::randomUUID).limit(atMost).toList());
  }

  static void deliver(DeliverySteps steps, OpenTarget target, Claim claim) {
    try {
      steps.deliverClaim().deliver(target, nextState(target), claim);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static NextState nextState(OpenTarget target) {
    return new NextState(
        target.policy(),
        new Backoff(
            target.policy().backoffBase(), target.policy().backoffMax(), new java.util.Random(1)),
        target.channel().keyWindow(),
        target.channel().repeatsAtOnce());
  }

  /** A column of a delivery as text, or null. */
  static String delivery(String column, UUID post, OpenTarget target) {
    return rows().delivery(column, post, target);
  }

  /** Ends the lease of a claim now, as if its time had passed. */
  static void endLease(UUID post) {
    database.execute(
        "update publisher.delivery set lease_until = clock_timestamp() - interval '1 ms'"
            + " where post_id = ? and lease_until is not null",
        post);
  }
}
