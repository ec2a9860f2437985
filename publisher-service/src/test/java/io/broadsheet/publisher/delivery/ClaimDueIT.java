package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClaimDueIT extends PressTestBase {

  private final ScriptedChannel channel = new ScriptedChannel();
  private final OpenTarget telegram = target("telegram-ru", channel, policy());

  @Test
  @Case("D7")
  void twoReplicasReachOneDueDelivery() throws Exception {
    for (int round = 0; round < 8; round++) {
      UUID post = post();
      DeliverySteps one = steps(first, "one", telegram);
      DeliverySteps other = steps(second, "other", telegram);
      due(post, telegram);

      List<Claim> claims = atOnce(8, i -> claim(i % 2 == 0 ? one : other, telegram, 2));

      assertThat(claims).hasSize(1);
      deliver(one, telegram, claims.get(0));
      assertThat(delivery("state", post, telegram)).isEqualTo("posted");
    }
  }

  @Test
  @Case("D7")
  void maxInFlightHoldsOverAllReplicas() throws Exception {
    OpenTarget three = target("telegram-ru", channel, atATime(3));
    for (int round = 0; round < 8; round++) {
      empty();
      DeliverySteps one = steps(first, "one", three);
      DeliverySteps other = steps(second, "other", three);
      for (int i = 0; i < 12; i++) {
        due(UUID.randomUUID(), three);
      }

      List<Claim> claims = atOnce(8, i -> claim(i % 2 == 0 ? one : other, three, 2));

      assertThat(claims).hasSizeBetween(2, 3);
      assertThat(claims.stream().map(Claim::postId)).doesNotHaveDuplicates();
      assertThat(claim(one, three, 3)).hasSize(3 - claims.size());
    }
  }

  @Test
  void aProbeCountsAsInFlight() {
    DeliverySteps steps = steps(first, "one", telegram);
    due(UUID.randomUUID(), telegram);
    claim(steps, telegram);
    database.execute(
        "update publisher.delivery set state = 'unknown', uncertain_since = created_at");
    due(UUID.randomUUID(), telegram);

    assertThat(claim(steps, telegram)).isEmpty();
  }

  @Test
  void aLoweredMaxInFlightIsHonouredAtOnce() {
    OpenTarget two = target("telegram-ru", channel, atATime(2));
    DeliverySteps steps = steps(first, "one", two);
    due(UUID.randomUUID(), two);
    due(UUID.randomUUID(), two);
    assertThat(claim(steps, two, 2)).hasSize(2);
    due(UUID.randomUUID(), telegram);

    assertThat(claim(steps(second, "other", telegram), telegram)).isEmpty();
  }

  @Test
  void anEmptyClaimWritesNothing() {
    DeliverySteps steps = steps(first, "one", telegram);
    claim(steps, telegram);

    assertThat(database.query("select claims from publisher.target_state")).containsExactly("0");
  }

  @Test
  void aPausedTargetIsLeftAlone() {
    DeliverySteps steps = steps(first, "one", telegram);
    due(UUID.randomUUID(), telegram);
    database.execute("update publisher.target_state set paused_until = 'infinity'");
    assertThat(claim(steps, telegram)).isEmpty();

    database.execute("update publisher.target_state set paused_until = null");
    assertThat(claim(steps, telegram)).hasSize(1);
  }

  @Test
  void anEventOlderThanMaxAgeIsNotClaimedButParked() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID old = UUID.randomUUID();
    UUID fresh = UUID.randomUUID();
    due(old, telegram, Duration.ofDays(3).plusSeconds(1));
    due(fresh, telegram, Duration.ofDays(2));

    assertThat(claim(steps, telegram, 5)).extracting(Claim::postId).containsExactly(fresh);
    assertThat(steps.parkOverdue().parkOverdue(List.of(telegram))).isOne();
    assertThat(delivery("state", old, telegram)).isEqualTo("parked");
    assertThat(delivery("last_error", old, telegram)).contains("max-age");
  }

  @Test
  void theSweepCoversPausedAndUnconfiguredTargets() {
    OpenTarget elsewhere = target("vk-ru", channel, policy());
    DeliverySteps steps = steps(first, "one", telegram);
    UUID paused = UUID.randomUUID();
    UUID unconfigured = UUID.randomUUID();
    due(paused, telegram, Duration.ofDays(4));
    due(unconfigured, elsewhere, Duration.ofDays(4));
    database.execute("update publisher.target_state set paused_until = 'infinity'");

    assertThat(steps.parkOverdue().parkOverdue(List.of(telegram))).isEqualTo(2);
  }

  @Test
  void aCompanionIsAwaitedAndLinked() {
    OpenTarget telegraph = target("telegraph-ru", channel, policy());
    OpenTarget linked =
        target("telegram-ru", channel, after("telegraph-ru", Duration.ofMinutes(10)));
    DeliverySteps steps = steps(first, "one", telegraph, linked);
    UUID post = post();
    due(post, linked);
    due(post, telegraph);
    assertThat(claim(steps, linked)).isEmpty();

    deliver(steps, telegraph, claim(steps, telegraph).get(0));

    Claim claim = claim(steps, linked).get(0);
    assertThat(claim.companion()).hasToString("Optional[https://example.org/1]");
    deliver(steps, linked, claim);
    assertThat(channel.sent.get(1).json()).contains("https://example.org/1");
  }

  @Test
  void aCompanionThatDoesNotComeIsNotAwaitedForEver() {
    OpenTarget telegraph = target("telegraph-ru", channel, policy());
    OpenTarget linked =
        target("telegram-ru", channel, after("telegraph-ru", Duration.ofMinutes(10)));
    DeliverySteps steps = steps(first, "one", telegraph, linked);
    UUID early = UUID.randomUUID();
    UUID late = UUID.randomUUID();
    due(early, linked, Duration.ofMinutes(9));
    due(late, linked, Duration.ofMinutes(11));

    List<Claim> claims = claim(steps, linked, 5);

    assertThat(claims).extracting(Claim::postId).containsExactly(late);
    deliver(steps, linked, claims.get(0));
    assertThat(channel.sent.get(0).json()).contains("https://example.org/ru/slug");
  }

  @Test
  void aParkedCompanionIsNotAwaited() {
    OpenTarget telegraph = target("telegraph-ru", channel, policy());
    OpenTarget linked =
        target("telegram-ru", channel, after("telegraph-ru", Duration.ofMinutes(10)));
    DeliverySteps steps = steps(first, "one", telegraph, linked);
    UUID post = UUID.randomUUID();
    due(post, linked);
    due(post, telegraph);
    database.execute(
        "update publisher.delivery set state = 'parked' where target = 'telegraph-ru'");

    assertThat(claim(steps, linked)).hasSize(1);
  }

  @Test
  void aClaimWhoseAnswerWasLostIsGivenBack() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = UUID.randomUUID();
    due(post, telegram);
    Claim lost = claim(steps, telegram).get(0);

    steps.releaseClaims().release(List.of(lost.token()), Duration.ZERO, "the answer was lost");

    assertThat(delivery("state", post, telegram)).isEqualTo("retry");
    assertThat(delivery("attempt", post, telegram)).isEqualTo("0");
    Claim again = claim(steps, telegram).get(0);
    steps.releaseClaims().release(List.of(lost.token()), Duration.ZERO, "said twice");
    assertThat(delivery("claim_token", post, telegram)).isEqualTo(again.token().toString());
    assertThat(delivery("state", post, telegram)).isEqualTo("sending");
  }

  @Test
  @Case("D18")
  void aProbeOfAnotherGenerationIsToldWhatBelongsToTheFirst() {
    DeliverySteps steps = steps(first, "one", telegram);
    UUID post = post();
    due(post, telegram);
    channel.answer = (form, call) -> new Outcome.Posted("id-1", "https://x/1");
    deliver(steps, telegram, claim(steps, telegram).get(0));
    database.execute(
        """
        insert into publisher.delivery (post_id, target, generation, event_id, channel, language, payload, created_at)
        select post_id, target, 2, gen_random_uuid(), channel, language, payload, created_at
        from publisher.delivery
        """);
    channel.answer = (form, call) -> new Outcome.Unknown("timeout", "no answer");
    deliver(steps, telegram, claim(steps, telegram).get(0));
    UUID since = post();
    due(since, telegram);
    database.execute(
        "update publisher.delivery set state = 'posted', external_id = 'id-2',"
            + " posted_at = clock_timestamp() where post_id = ?",
        since);
    database.execute(
        "update publisher.delivery set next_attempt_at = clock_timestamp() where generation = 2");

    deliver(steps, telegram, claim(steps, telegram).get(0));

    assertThat(channel.probes)
        .singleElement()
        .satisfies(probe -> assertThat(probe.siblingIds()).containsExactly("id-1"))
        .satisfies(probe -> assertThat(probe.laterIds()).containsExactly("id-2"))
        .satisfies(probe -> assertThat(probe.lastIdBefore()).contains("id-1"));
  }

  private interface Claimer {
    List<Claim> claim(int worker);
  }

  private static List<Claim> atOnce(int workers, Claimer claimer) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    try {
      CyclicBarrier barrier = new CyclicBarrier(workers);
      List<Callable<List<Claim>>> tasks = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        int worker = i;
        tasks.add(
            () -> {
              barrier.await();
              return claimer.claim(worker);
            });
      }
      List<Claim> claims = new ArrayList<>();
      for (Future<List<Claim>> future : threads.invokeAll(tasks)) {
        claims.addAll(future.get());
      }
      return claims;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aLongBacklogIsReadNoFurtherThanNeeded() {
    steps(first, "one", telegram);
    backlog(5_000, "telegram-ru");
    database.execute("analyze publisher.delivery");

    String plan = planned(50);

    Matcher read = DUE_ROWS.matcher(plan);
    assertThat(read.find()).as(plan).isTrue();
    assertThat(Double.parseDouble(read.group(1))).as(plan).isLessThanOrEqualTo(50);
    assertThat(plan).doesNotContain("Seq Scan on delivery");
  }

  @Test
  void manyThatWaitForTheirCompanionsHideNoneThatIsReady() {
    OpenTarget telegraph = target("telegraph-ru", channel, policy());
    OpenTarget linked =
        target("telegram-ru", channel, after("telegraph-ru", Duration.ofMinutes(10)));
    DeliverySteps steps = steps(first, "one", telegraph, linked);
    backlog(300, "telegram-ru");
    UUID post = post();
    due(post, telegraph);
    due(post, linked);
    deliver(steps, telegraph, claim(steps, telegraph).get(0));

    List<Claim> near = steps.claimDue().claimDue(linked, List.of(UUID.randomUUID()), 200);
    List<Claim> all = claim(steps, linked);

    assertThat(near).isEmpty();
    assertThat(all).extracting(Claim::postId).containsExactly(post);
  }

  private static final Pattern DUE_ROWS =
      Pattern.compile("using delivery_due on delivery d.* rows=([0-9.]+)");

  /**
   * How PostgreSQL carries a claim out for the publisher's role, whose plans know no parameters.
   */
  private static String planned(int limit) {
    Database publisher = database.replicaOf(1);
    publisher.run(
        "prepare claim (text, uuid[], text, bigint, bigint, bigint, bigint, bigint, bigint, int, int) as "
            + ClaimDue.CLAIM);
    String tokens =
        Stream.generate(() -> UUID.randomUUID().toString())
            .limit(limit)
            .collect(Collectors.joining(","));
    StringBuilder plan = new StringBuilder();
    publisher
        .run(
            """
            explain (analyze, costs off, timing off, summary off)
            execute claim ('telegram-ru', '{%s}', 'one', 20000, 45000, 5000, 259200000, 600000, 0, 12, %d)
            """
                .formatted(tokens, limit))
        .forEach(row -> plan.append(row.getString(0)).append('\n'));
    return plan.toString();
  }

  private static void backlog(int deliveries, String target) {
    database.execute(
        """
        insert into publisher.delivery
          (post_id, target, event_id, channel, language, payload, created_at, next_attempt_at)
        select gen_random_uuid(), ?, gen_random_uuid(), 'telegram', 'ru',
          jsonb_build_object('bodyMarkdown', repeat('A word. ', 120)), clock_timestamp() - interval '1 minute', clock_timestamp() - interval '1 minute'
        from generate_series(1, ?)
        """,
        target,
        deliveries);
  }
}
