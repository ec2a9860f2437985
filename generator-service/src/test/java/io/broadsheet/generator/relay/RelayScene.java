package io.broadsheet.generator.relay;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.broadsheet.generator.testing.TopicReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A database of its own, the shared broker, and as many relays as a test starts. */
final class RelayScene implements AutoCloseable {

  static final Duration TICK = Duration.ofMillis(500);

  /** As patient as by default, but looking more often, and sure of itself sooner. */
  static final RelayTiming SHORT_GRACE =
      new RelayTiming(
          TICK,
          RelayTiming.DEFAULT.stall(),
          RelayTiming.DEFAULT.idleSlot(),
          RelayTiming.DEFAULT.stop(),
          Duration.ofSeconds(1),
          RelayTiming.DEFAULT.patience());

  static final String TOPIC = "broadsheet.post.telegram";

  final MigratedDatabase database;
  final TopicReader topic;
  private final List<Relay> relays = new ArrayList<>();

  RelayScene(MigratedDatabase database) {
    this.database = database;
    this.topic = new TopicReader(database.settings().bootstrapServers(), TOPIC);
  }

  RelaySettings settings(Duration reconcileAfter) {
    return settings(reconcileAfter, database.settings().url());
  }

  RelaySettings settings(Duration reconcileAfter, String url) {
    MigrateSettings migrated = database.settings();
    return new RelaySettings(
        migrated.cdc(),
        url,
        "broadsheet_relay",
        migrated.relayPassword(),
        migrated.slotName(),
        reconcileAfter,
        Duration.ofDays(30),
        migrated.bootstrapServers());
  }

  Relay start() {
    return start(Duration.ofMinutes(2));
  }

  Relay start(Duration reconcileAfter) {
    return start(reconcileAfter, SHORT_GRACE);
  }

  Relay start(Duration reconcileAfter, RelayTiming timing) {
    return start(settings(reconcileAfter), timing, database.database());
  }

  Relay start(RelaySettings settings, RelayTiming timing, Database generator) {
    Relay relay =
        new Relay(
            settings,
            timing,
            generator,
            fault -> {
              throw new AssertionError(fault);
            });
    relays.add(relay);
    relay.start();
    return relay;
  }

  /** Stops every relay and starts another. */
  void restart() {
    relays.forEach(Relay::close);
    start();
  }

  Relay startUntilActive() {
    return startUntilActive(Duration.ofMinutes(2), SHORT_GRACE);
  }

  Relay startUntilActive(Duration reconcileAfter, RelayTiming timing) {
    Relay relay = start(reconcileAfter, timing);
    within(30).until(() -> relay.status().heartbeatAgeMs() != null);
    // As in a relay that has long been running: the next replica to ask who reads need not wait.
    database.execute(
        "update generator.relay_heartbeat set beat_at = beat_at - interval '50 seconds'"
            + " where holder = ''");
    return relay;
  }

  UUID insert() {
    return insert("{\"v\": 1}");
  }

  UUID insert(String payload) {
    UUID id = UUID.randomUUID();
    database.execute(
        """
        insert into generator.outbox (id, destination, target, aggregate_id, type, payload)
        values (?, 'post.telegram', 'telegram-ru', ?, 'post', ?::text::jsonb)
        """,
        id,
        UUID.randomUUID(),
        payload);
    return id;
  }

  void settle(UUID id) {
    database.execute(
        """
        insert into publisher.delivery (post_id, target, event_id, channel, language, payload,
            created_at)
        select aggregate_id, target, id, 'telegram', 'ru', payload, created_at
        from generator.outbox where id = ?
        """,
        id);
  }

  void settleAsCommand(UUID id) {
    database.execute(
        "insert into publisher.command"
            + " (id, seq, target, kind, operator, ordered_at, event, result, settled_at)"
            + " values (?, 1, 'a', 'resume', 'a', now(), '{}', 'applied', now())",
        id);
  }

  void dropSlot() {
    database.execute("select pg_drop_replication_slot(?)", database.settings().slotName());
  }

  /** Writes WAL until the server, which keeps little, has removed what the slot needs. */
  void loseSlot() {
    within(30)
        .until(
            () -> {
              for (int i = 0; i < 3; i++) {
                asSuperuser("select pg_logical_emit_message(false, 'x', repeat('x', 9999))");
                asSuperuser("select pg_switch_wal()");
              }
              asSuperuser("checkpoint");
              return "lost".equals(slot("wal_status"));
            });
  }

  /** Ends the connection that reads the slot, if one does. */
  boolean terminateWalSender() {
    try (Connection connection = database.server().superuser(database.name());
        PreparedStatement terminate =
            connection.prepareStatement(
                "select pg_terminate_backend(active_pid, 5000) from pg_replication_slots"
                    + " where slot_name = ? and active_pid is not null")) {
      terminate.setString(1, database.settings().slotName());
      return terminate.executeQuery().next();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the session in which the supervisor writes heartbeats, so that it makes another. */
  void disconnectSupervisor() {
    asSuperuser(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()"
            + " and application_name = 'broadsheet relay'");
  }

  void asSuperuser(String sql) {
    try (Connection connection = database.server().superuser(database.name());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of the relay's slot; empty while there is none. */
  String slot(String column) {
    List<String> slots =
        database.query(
            "select " + column + " from pg_replication_slots where slot_name = ?",
            database.settings().slotName());
    return slots.isEmpty() ? "" : slots.get(0);
  }

  void awaitRelayed(UUID id) {
    within(30).pollDelay(Duration.ZERO).until(() -> topic.has(id));
  }

  /** Sends a signal, such as {@code -STOP}, to a process. */
  static void signal(String signal, String pid) {
    try {
      if (new ProcessBuilder("kill", signal, pid).inheritIO().start().waitFor() != 0) {
        throw new IllegalStateException("kill " + signal + " " + pid + " failed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static ConditionFactory within(int seconds) {
    return Awaitility.await()
        .pollInterval(20, TimeUnit.MILLISECONDS)
        .atMost(seconds, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    relays.forEach(Relay::close);
    topic.close();
    database.close();
  }
}
