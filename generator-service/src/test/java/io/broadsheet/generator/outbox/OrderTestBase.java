package io.broadsheet.generator.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.Targets;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** One post, a desk that takes orders about it, and what the publisher would make of them. */
abstract class OrderTestBase {

  static final String TARGET = "telegraph-ru";

  static MigratedDatabase database;

  final List<CommandOrdered> ordered = new CopyOnWriteArrayList<>();
  UUID post;

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

  CommandDesk desk() {
    return desk(database.database());
  }

  CommandDesk desk(Database connected) {
    return new CommandDesk(
        new OrderFacts(connected),
        new RecogniseOrder(connected, new OrderFacts(connected)),
        new OrderTransaction(connected),
        targets(TARGET, "telegraph-en"),
        ordered::add);
  }

  ReplayDesk replayDesk() {
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

  static Orderer anna(String reason) {
    return Orderer.of(Optional.empty(), "anna", reason);
  }

  static Orderer boris(String reason) {
    return Orderer.of(Optional.empty(), "boris", reason);
  }

  OrderReply retry(CommandDesk desk, Orderer orderer, boolean force) {
    return desk.orderOfDelivery(
        orderer, post, TARGET, generation -> new Command.Retry(post, generation, force));
  }

  OrderReply skip(Orderer orderer) {
    return desk()
        .orderOfDelivery(
            orderer, post, TARGET, generation -> new Command.Skip(post, generation, false));
  }

  static UUID accepted(OrderReply reply) {
    assertThat(reply).isInstanceOf(OrderReply.Accepted.class);
    return ((OrderReply.Accepted) reply).commandId();
  }

  static String conflict(OrderReply reply) {
    assertThat(reply).isInstanceOf(OrderReply.Conflict.class);
    return ((OrderReply.Conflict) reply).why();
  }

  /** A delivery as the publisher would have it. */
  void deliver(int generation, String state, String besides) {
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

  void replayGoesOn() {
    database.execute(
        """
        insert into publisher.replay (id, seq, channel, from_time, to_time, dry_run, include_old,
          include_parked, include_skipped, operator, ordered_at)
        values (gen_random_uuid(), 1, 'telegraph', now() - interval '1d', now(), false, false, true, false,
          'boris', now())
        """);
  }

  /** A real replay of a day. */
  static Command.Replay replay(boolean ofTheChannel, boolean includeParked) {
    return new Command.Replay(
        "telegraph",
        ofTheChannel ? null : TARGET,
        OffsetDateTime.parse("2026-11-30T00:00:00Z"),
        OffsetDateTime.parse("2026-12-01T00:00:00Z"),
        false,
        false,
        includeParked,
        false);
  }

  /** As the publisher does with each. */
  void settleCommands() {
    settle(null);
  }

  /** The same with one of them. */
  void settle(UUID command) {
    database.execute(
        """
        insert into publisher.command
          (id, seq, target, kind, operator, ordered_at, event, result, settled_at)
        select id, seq, target, payload #>> '{command,kind}', 'x', now(), payload, 'applied', now()
        from generator.outbox where type = 'command' and (?::uuid is null or id = ?) on conflict do nothing
        """,
        command,
        command);
  }

  /** The publisher cannot read the events of posts that are there. */
  void eventsAreUnreadable() {
    database.execute(
        "insert into publisher.dead_letter (topic, partition, \"offset\", outbox_id, reason)"
            + " select 't', 0, 0, id, 'r' from generator.outbox where type = 'post'");
  }

  List<String> messages(String type) {
    return database.query(
        "select concat_ws(' ', destination, target, generation) from generator.outbox"
            + " where type = ? order by seq",
        type);
  }

  PostEvent postEvent() {
    List<String> payloads =
        database.query(
            "select payload from generator.outbox where type = 'post' order by seq desc");
    return EventFormat.readPost(payloads.get(0).getBytes(UTF_8));
  }

  static CommandEvent command(UUID id) {
    return EventFormat.readCommand(
        database
            .query("select payload from generator.outbox where id = ?", id)
            .get(0)
            .getBytes(UTF_8));
  }

  static List<OrderReply> atOnce(Callable<OrderReply> one, Callable<OrderReply> other)
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
