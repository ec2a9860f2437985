package io.broadsheet.generator.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.Targets;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of orders on their way into the outbox. */
class CommandDeskIT {

  private static final String TARGET = "telegraph-ru";

  /** What a republish that is refused reads: its turn, repetitions of it twice, and three facts. */
  private static final int READS = 6;

  private static MigratedDatabase database;

  private final List<CommandOrdered> ordered = new CopyOnWriteArrayList<>();
  private UUID post;

  @BeforeAll
  static void migrate() {
    database = MigratedDatabase.withoutSlot();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void onePost() {
    database.execute("truncate generator.edition, generator.outbox cascade");
    database.execute("truncate generator.target_orders");
    database.execute(
        "truncate publisher.delivery, publisher.attempt, publisher.part, publisher.command,"
            + " publisher.dead_letter, publisher.target_state, publisher.replay");
    database.execute(
        "insert into generator.edition (edition_date, content_type) values ('2026-11-30', 'digest')");
    post = UUID.randomUUID();
    database.execute(
        """
        insert into generator.blog_posts (id, edition_date, language, content_type, slug, title, summary,
          body_markdown, tags, canonical_url)
        values (?, '2026-11-30', 'ru', 'digest', 'svod', 'Свод', 'Кратко.', 'Текст.', '{one}',
          'https://example.org/ru/svod')
        """,
        post);
  }

  @Test
  @Case("D21")
  void anOldPostGoesToANewTargetOnceAndNothingGoesByItself() {
    assertThat(messages("post")).isEmpty();

    UUID id = accepted(desk().publish(anna("new"), post, TARGET));

    assertThat(messages("post")).containsExactly("post.telegraph telegraph-ru 1");
    assertThat(messages("command")).containsExactly("command telegraph-ru 1");
    assertThat(postEvent())
        .isEqualTo(
            new PostEvent(
                1,
                post,
                TARGET,
                "telegraph",
                "ru",
                1,
                LocalDate.of(2026, 11, 30),
                "digest",
                "svod",
                "Свод",
                "Кратко.",
                "Текст.",
                List.of("one"),
                "https://example.org/ru/svod"));
    CommandEvent command = command(id);
    assertThat(command.command()).isEqualTo(new Command.Publish(post, 1));
    assertThat(command.operator() + ": " + command.reason()).isEqualTo("anna: new");
    assertThat(ordered).containsExactly(new CommandOrdered(id));
    assertThat(conflict(desk().publish(anna("again"), post, TARGET))).contains("republish");
    deliver(1, "posted", "");
    settleCommands();
    assertThat(conflict(desk().publish(anna("again"), post, TARGET))).contains("republish");
    assertThat(messages("post")).hasSize(1);
  }

  @Test
  void publishNeedsAKnownPostATargetAndItsLanguage() {
    UUID unknown = UUID.randomUUID();
    assertThat(desk().publish(anna("x"), unknown, TARGET))
        .isEqualTo(new OrderReply.NotFound("there is no post " + unknown));
    assertThat(((OrderReply.NotFound) desk().publish(anna("x"), post, "vk-ru")).why())
        .contains("vk-ru", "telegraph-en, telegraph-ru");
    assertThat(conflict(desk().publish(anna("x"), post, "telegraph-en"))).contains("en", "ru");
    assertThat(messages("post")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "posted  |                                    | true",
        "skipped |                                    | true",
        "parked  |                                    | true",
        "parked  | uncertain_since = now()            | false",
        "parked  | part = 2                           | false",
        "unknown | uncertain_since = now()            | false",
        "pending |                                    | false",
        "retry   |                                    | false",
        "sending | lease_until = now() + interval '1h'| false",
      })
  void aNewGenerationNeedsEveryEarlierOneSettledForGood(
      String state, String besides, boolean allowed) {
    deliver(1, state, besides == null ? "" : besides);

    OrderReply reply = desk().republish(anna("typo"), post, TARGET);

    if (allowed) {
      assertThat(command(accepted(reply)).command()).isEqualTo(new Command.Republish(post, 2));
      assertThat(messages("post")).containsExactly("post.telegraph telegraph-ru 2");
      assertThat(postEvent().generation()).isEqualTo(2);
    } else {
      assertThat(conflict(reply)).contains("generation 1 is " + state);
      assertThat(messages("post")).isEmpty();
    }
  }

  @Test
  void whatALateHolderPostedIsNoGenerationWithoutEffect() {
    deliver(1, "parked", "");
    database.execute(
        """
        insert into publisher.attempt (claim_token, post_id, target, generation, kind, number, replica, outcome)
        values (gen_random_uuid(), ?, ?, 1, 'call', 1, 'late', 'posted')
        """,
        post,
        TARGET);

    assertThat(conflict(desk().republish(anna("typo"), post, TARGET))).contains("may be on");
  }

  @Test
  void aGenerationOnItsWayIsAwaitedAndADeadOneIsNot() {
    accepted(desk().publish(anna("new"), post, TARGET));
    settleCommands();
    assertThat(conflict(desk().republish(anna("typo"), post, TARGET))).contains("not taken");
    assertThat(conflict(retry(desk(), anna("now"), false))).contains("not taken");

    database.execute(
        "insert into publisher.dead_letter (topic, partition, \"offset\", outbox_id, reason)"
            + " select 't', 0, 0, id, 'r' from generator.outbox where type = 'post'");

    assertThat(conflict(retry(desk(), anna("now"), false))).contains("republish");
    accepted(desk().republish(anna("typo"), post, TARGET));
  }

  @Test
  void anUnsettledCommandToTheDeliveryKeepsANewGenerationAway() {
    deliver(1, "parked", "");
    UUID retry = accepted(retry(desk(), anna("try"), false));

    assertThat(conflict(desk().republish(boris("typo"), post, TARGET)))
        .contains("retry", "anna", retry.toString());

    settleCommands();
    accepted(desk().republish(boris("typo"), post, TARGET));
  }

  @Test
  void aReplayThatMayWakeItKeepsANewGenerationAway() {
    deliver(1, "parked", "");
    replayGoesOn();

    assertThat(conflict(desk().republish(anna("typo"), post, TARGET))).contains("replay");

    database.execute("update publisher.replay set state = 'finished', ended_at = now()");
    accepted(desk().republish(anna("typo"), post, TARGET));
  }

  @Test
  void ofTwoOperatorsAtOnceOneWins() throws Exception {
    deliver(1, "posted", "");
    for (int round = 0; round < 20; round++) {
      int next = round + 2;
      List<OrderReply> replies =
          atOnce(
              () -> desk().republish(anna("typo"), post, TARGET),
              () -> desk().republish(boris("typo"), post, TARGET));

      assertThat(replies.stream().filter(OrderReply.Accepted.class::isInstance)).hasSize(1);
      assertThat(messages("post")).hasSize(round + 1);
      settleCommands();
      deliver(next, "posted", "");
    }
  }

  @Test
  void aRetryAndARepublishAtOnceDoNotBothSend() throws Exception {
    for (int round = 0; round < 20; round++) {
      onePost();
      deliver(1, "parked", "");

      List<OrderReply> replies =
          atOnce(
              () -> retry(desk(), anna("try"), false),
              () -> desk().republish(boris("typo"), post, TARGET));

      assertThat(replies.stream().filter(OrderReply.Accepted.class::isInstance)).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aReplayThatMayWakeItAndARepublishAtOnceDoNotBothSend(boolean ofTheChannel) throws Exception {
    Command.Replay replay =
        new Command.Replay(
            "telegraph",
            ofTheChannel ? null : TARGET,
            OffsetDateTime.parse("2026-11-30T00:00:00Z"),
            OffsetDateTime.parse("2026-12-01T00:00:00Z"),
            false,
            false,
            true,
            false);
    for (int round = 0; round < 20; round++) {
      onePost();
      deliver(1, "parked", "");

      List<OrderReply> replies =
          atOnce(
              () -> replayDesk().replay(anna("outage"), replay),
              () -> desk().republish(boris("typo"), post, TARGET));

      assertThat(replies.stream().filter(OrderReply.Accepted.class::isInstance)).hasSize(1);
      assertThat(messages("command")).hasSize(1);
    }
  }

  @Test
  void republishesToTwoTargetsOfAChannelAreBothGiven() throws Exception {
    for (int round = 0; round < 20; round++) {
      onePost();
      deliver(1, "posted", "");
      UUID english = UUID.randomUUID();
      database.execute(
          """
          with post as (
            insert into generator.blog_posts (id, edition_date, language, content_type, slug, title, summary,
              body_markdown, tags, canonical_url)
            values (?, '2026-11-30', 'en', 'digest', 'digest', 'Digest', 'Short.', 'Text.', '{one}',
              'https://example.org/en/digest')
            returning id)
          insert into publisher.delivery (post_id, target, event_id, channel, language, state, payload,
            external_id, created_at, posted_at)
          select id, 'telegraph-en', gen_random_uuid(), 'telegraph', 'en', 'posted', '{}', '1', now(), now()
          from post
          """,
          english);

      List<OrderReply> replies =
          atOnce(
              () -> desk().republish(anna("typo"), post, TARGET),
              () -> desk().republish(boris("typo"), english, "telegraph-en"));

      assertThat(replies).allMatch(OrderReply.Accepted.class::isInstance);
      assertThat(messages("post"))
          .containsExactlyInAnyOrder(
              "post.telegraph telegraph-en 2", "post.telegraph telegraph-ru 2");
    }
  }

  @Test
  void theSameOrderBeforeItIsSettledIsTheSameCommand() throws Exception {
    deliver(1, "parked", "");
    List<OrderReply> replies =
        atOnce(() -> retry(desk(), anna("try"), false), () -> retry(desk(), anna("try"), false));

    assertThat(replies.get(0)).isEqualTo(replies.get(1)).isInstanceOf(OrderReply.Accepted.class);
    assertThat(retry(desk(), anna("try"), false)).isEqualTo(replies.get(0));
    assertThat(retry(desk(), anna("try"), true)).as("another order").isNotEqualTo(replies.get(0));
    settleCommands();
    assertThat(retry(desk(), anna("try"), false)).isNotEqualTo(replies.get(0));
  }

  @Test
  void theSameKeyIsTheSameCommandForEver() {
    deliver(1, "parked", "");
    Orderer keyed = Orderer.of(Optional.of("k1"), "anna", "try");
    UUID id = accepted(retry(desk(), keyed, false));
    settleCommands();
    database.execute("delete from generator.outbox");

    assertThat(accepted(retry(desk(), keyed, false))).isEqualTo(id);
    assertThat(messages("command")).isEmpty();
    assertThat(conflict(retry(desk(), keyed, true))).contains("Idempotency-Key");
    assertThat(conflict(desk().orderOfTarget(keyed, TARGET, new Command.Resume())))
        .contains("Idempotency-Key");
  }

  @Test
  void whatTheStateForbidsIsRefusedAtOnceAndWhatACallDecidesIsNot() {
    deliver(1, "unknown", "uncertain_since = now()");
    assertThat(conflict(retry(desk(), anna("x"), false))).contains("confirm-posted", "force");
    accepted(retry(desk(), anna("x"), true));

    onePost();
    deliver(1, "sending", "lease_until = now() + interval '1h'");
    accepted(skip(anna("x")));

    onePost();
    deliver(1, "posted", "");
    assertThat(conflict(skip(anna("x")))).contains("posted");
  }

  @Test
  void ordersGoToTheNewestGeneration() {
    deliver(1, "posted", "");
    deliver(2, "parked", "");

    UUID id = accepted(skip(anna("x")));

    assertThat(command(id).command()).isEqualTo(new Command.Skip(post, 2, false));
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertThat(((OrderReply.NotFound) skip(anna("x"))).why()).contains("publish sends it there");
    post = UUID.randomUUID();
    assertThat(((OrderReply.NotFound) skip(anna("x"))).why()).contains("there is no post");
    OrderReply reply = desk().orderOfTarget(anna("x"), "vk-ru", new Command.Resume());
    assertThat(((OrderReply.NotFound) reply).why()).contains("no target vk-ru");
  }

  @Test
  void aTargetThatOnlyThePublisherKnowsCanBePaused() {
    database.execute(
        "insert into publisher.target_state (target, channel, language) values ('vk-ru', 'vk', 'ru')");
    OffsetDateTime until = OffsetDateTime.parse("2999-12-01T09:00:00Z");

    UUID id = accepted(desk().orderOfTarget(anna("x"), "vk-ru", new Command.Pause(until)));

    assertThat(command(id).command()).isEqualTo(new Command.Pause(until));
    assertThat(accepted(desk().orderOfTarget(anna("x"), "vk-ru", new Command.Pause(until))))
        .isEqualTo(id);
    assertThat(accepted(desk().orderOfTarget(anna("x"), "vk-ru", new Command.Pause(null))))
        .isNotEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"retry", "replay"})
  @Case("applied-between-two-reads")
  void whatIsAppliedWhileARepublishIsDecidedKeepsItAway(String order) {
    for (int place = 1; place <= READS; place++) {
      onePost();
      deliver(1, "parked", "");
      if (order.equals("retry")) {
        accepted(retry(desk(), anna("try"), false));
      } else {
        replayGoesOn();
      }
      int before = place;
      AtomicInteger statements = new AtomicInteger();
      Database moving =
          new WatchedDatabase(
              database.database(),
              (sql, arguments) -> {
                if (statements.incrementAndGet() == before) {
                  database.execute("update publisher.delivery set state = 'retry'");
                  database.execute(
                      "update publisher.replay set state = 'finished', ended_at = now()");
                  settleCommands();
                }
              });

      OrderReply reply = desk(moving).republish(boris("typo"), post, TARGET);

      assertThat(reply).as("before read %d", place).isInstanceOf(OrderReply.Conflict.class);
      assertThat(messages("post")).isEmpty();
      assertThat(statements).hasValue(READS);
    }
  }

  @Test
  @Case("pause-until-yesterday")
  void aPauseEndsInTheFutureByTheDatabasesClock() {
    Orderer keyed = Orderer.of(Optional.of("k1"), "anna", "x");
    Command.OfTarget past = new Command.Pause(OffsetDateTime.parse("2020-01-01T00:00:00Z"));

    assertThat(desk().orderOfTarget(keyed, TARGET, past))
        .isInstanceOfSatisfying(
            OrderReply.Invalid.class, no -> assertThat(no.why()).contains("until", "2020-01-01"));
    assertThat(messages("command")).isEmpty();

    accepted(
        desk()
            .orderOfTarget(
                keyed, TARGET, new Command.Pause(OffsetDateTime.parse("2999-01-01T00:00:00Z"))));
    database.execute(
        "update generator.outbox set payload ="
            + " jsonb_set(payload, '{command,until}', '\"2020-01-01T00:00:00Z\"')");
    assertThat(accepted(desk().orderOfTarget(keyed, TARGET, past)))
        .as("it was to come when it was given")
        .isEqualTo(keyed.commandId());
  }

  @Test
  @Case("order-found-again-wakes-nobody")
  void anOrderWhoseAnswerWasLostWakesTheRelay() {
    // The server commits it, the answer is lost, and the pool sends it once more.
    Database losing =
        new WatchedDatabase(
            database.database(),
            (sql, arguments) -> {
              if (sql.contains("insert into generator.outbox")) {
                database.database().runRepeatable(sql, arguments);
              }
            });

    UUID id = accepted(desk(losing).orderOfTarget(anna("x"), TARGET, new Command.Pause(null)));

    assertThat(messages("command")).hasSize(1);
    assertThat(ordered).containsExactly(new CommandOrdered(id));
  }

  private CommandDesk desk() {
    return desk(database.database());
  }

  private CommandDesk desk(Database connected) {
    return new CommandDesk(
        new OrderFacts(connected),
        new OrderTransaction(connected),
        targets(TARGET, "telegraph-en"),
        ordered::add);
  }

  private ReplayDesk replayDesk() {
    return new ReplayDesk(
        desk(), new ReplayFacts(database.database(), new OrderFacts(database.database())));
  }

  private static Targets targets(String... names) {
    Map<String, String> config = new HashMap<>();
    for (String name : names) {
      String[] parts = name.split("-");
      config.put("broadsheet.targets." + name + ".channel", parts[0]);
      config.put("broadsheet.targets." + name + ".language", parts[1]);
    }
    return Targets.read(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(config, "test", 100))
            .build(),
        List.of("ru", "en"));
  }

  private static Orderer anna(String reason) {
    return Orderer.of(Optional.empty(), "anna", reason);
  }

  private static Orderer boris(String reason) {
    return Orderer.of(Optional.empty(), "boris", reason);
  }

  private OrderReply retry(CommandDesk desk, Orderer orderer, boolean force) {
    return desk.orderOfDelivery(
        orderer, post, TARGET, generation -> new Command.Retry(post, generation, force));
  }

  private OrderReply skip(Orderer orderer) {
    return desk()
        .orderOfDelivery(
            orderer, post, TARGET, generation -> new Command.Skip(post, generation, false));
  }

  private static UUID accepted(OrderReply reply) {
    assertThat(reply).isInstanceOf(OrderReply.Accepted.class);
    return ((OrderReply.Accepted) reply).commandId();
  }

  private static String conflict(OrderReply reply) {
    assertThat(reply).isInstanceOf(OrderReply.Conflict.class);
    return ((OrderReply.Conflict) reply).why();
  }

  /** A delivery as the publisher would have it. */
  private void deliver(int generation, String state, String besides) {
    database.execute(
        """
        insert into publisher.delivery (post_id, target, generation, event_id, channel, language, state, payload,
          external_id, created_at, posted_at)
        select ?, ?, ?, coalesce(
            (select id from generator.outbox where type = 'post' and aggregate_id = ? and generation = ?),
            gen_random_uuid()),
          'telegraph', 'ru', ?, '{}', '1', now(), case when ? = 'posted' then now() end
        """,
        post,
        TARGET,
        generation,
        post,
        generation,
        state,
        state);
    if (!besides.isBlank()) {
      database.execute("update publisher.delivery set " + besides);
    }
  }

  private void replayGoesOn() {
    database.execute(
        """
        insert into publisher.replay (id, seq, channel, from_time, to_time, dry_run, include_old,
          include_parked, include_skipped, operator, ordered_at)
        values (gen_random_uuid(), 1, 'telegraph', now() - interval '1d', now(), false, false, true, false,
          'boris', now())
        """);
  }

  /** As the publisher does with each. */
  private void settleCommands() {
    database.execute(
        """
        insert into publisher.command
          (id, seq, target, kind, operator, ordered_at, event, result, settled_at)
        select id, seq, target, payload #>> '{command,kind}', 'x', now(), payload, 'applied', now()
        from generator.outbox where type = 'command' on conflict do nothing
        """);
  }

  private List<String> messages(String type) {
    return database.query(
        "select concat_ws(' ', destination, target, generation) from generator.outbox"
            + " where type = ? order by seq",
        type);
  }

  private PostEvent postEvent() {
    List<String> payloads =
        database.query(
            "select payload from generator.outbox where type = 'post' order by seq desc");
    return EventFormat.readPost(payloads.get(0).getBytes(UTF_8));
  }

  private static CommandEvent command(UUID id) {
    return EventFormat.readCommand(
        database
            .query("select payload from generator.outbox where id = ?", id)
            .get(0)
            .getBytes(UTF_8));
  }

  private static List<OrderReply> atOnce(Callable<OrderReply> one, Callable<OrderReply> other)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<OrderReply> replies = new ArrayList<>();
      for (Future<OrderReply> reply : threads.invokeAll(List.of(one, other))) {
        replies.add(reply.get());
      }
      return replies;
    } finally {
      threads.shutdown();
    }
  }
}
