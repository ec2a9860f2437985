package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Topics;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows of every kind, and rows under which the stream breaks. */
class RelayRowsIT {

  private static final String INSERT =
      """
      insert into generator.outbox (id, destination, target, aggregate_id, type, payload, created_at)
      values (?, ?, 'telegram-ru', ?, 'post', ?::text::jsonb, ?::text::timestamptz)
      """;

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  @Case("R9")
  void nullsEmptyArraysAndAMegabyteOfTextArriveAsTheyStandInTheRow() {
    scene.startUntilActive();
    UUID id =
        scene.insert(
            """
            {"none": null, "empty": [], "nothing": {}, "list": [null, [], {"a": null}, 1.50, "\\u0001"],
             "text": "%s", "emoji": "😀\\n\\"\\\\"}
            """
                .formatted("Ёж ".repeat(250_000)));

    scene.awaitRelayed(id);

    assertThat(new String(scene.topic.of(id).get(0).value(), StandardCharsets.UTF_8))
        .isEqualTo(payload(id))
        .hasSizeGreaterThan(700_000);
  }

  @Test
  void theLargestPayloadIsRelayedByTheStream() {
    Relay relay = scene.startUntilActive();
    UUID id = scene.insert("{\"text\": \"" + "ж".repeat(Topics.MAX_PAYLOAD_BYTES / 2 - 10) + "\"}");

    scene.awaitRelayed(id);

    assertThat(scene.topic.of(id).get(0).value())
        .hasSizeBetween(Topics.MAX_PAYLOAD_BYTES - 100, Topics.MAX_PAYLOAD_BYTES);
    assertThat(relay.status().restarts()).isZero();
  }

  @Test
  @Case("R10")
  void rowsThatCannotBeSentAreParkedAndNamedAndNoOtherWaits() {
    Relay relay = scene.start(Duration.ofSeconds(1));
    RelayScene.within(30).until(() -> relay.status().heartbeatAgeMs() != null);
    List<UUID> misfits =
        List.of(
            insert("post.telegram", "{}", "infinity"),
            insert("post.telegram", "{}", "-infinity"),
            insert("post.telegram", "{}", "1960-01-01"),
            refusedForADay(insert("post.telegram", "{}", "2200-01-01")),
            refusedForADay(insert("post.nowhere", "{}", "2020-01-01")),
            insert(
                "post.telegram",
                "{\"text\": \"" + "x".repeat(Topics.MAX_PAYLOAD_BYTES) + "\"}",
                "2020-01-01"));
    List<UUID> good = List.of(scene.insert(), scene.insert(), scene.insert());

    good.forEach(scene::awaitRelayed);
    for (UUID id : misfits) {
      RelayScene.within(30).until(() -> !deadLetters(id).isEmpty());
      assertThat(deadLetters(id).get(0)).startsWith("generator.outbox: ").hasSizeGreaterThan(25);
      assertThat(scene.topic.of(id)).isEmpty();
    }
    scene.awaitRelayed(scene.insert());
    assertThat(relay.status().role()).isEqualTo("active");
    assertThat(relay.status().restarts()).isZero();
    assertThat(
            scene.database.query(
                "select o.id from generator.outbox o join publisher.dead_letter l"
                    + " on l.outbox_id = o.id"))
        .containsExactlyInAnyOrderElementsOf(misfits.stream().map(UUID::toString).toList());
  }

  @Test
  @Case("R10")
  void aRowAheadOfTheBrokersClockIsTriedUntilItIsTaken() {
    scene.start(Duration.ofSeconds(1));
    UUID id = insert("post.telegram", "{}", "2200-01-01");
    RelayScene.within(30)
        .until(
            () ->
                !scene
                    .database
                    .query(
                        "select sends from generator.reconciliation"
                            + " where refused_since is not null and sends > 1")
                    .isEmpty());
    assertThat(deadLetters(id)).isEmpty();

    // The clocks agree again.
    scene.database.execute("update generator.outbox set created_at = now() where id = ?", id);

    scene.awaitRelayed(id);
    assertThat(deadLetters(id)).isEmpty();
  }

  @Test
  @Case("R1")
  void aStreamThatBreaksBetweenTheRowsOfAPostLosesNone() throws Exception {
    scene.startUntilActive();
    List<UUID> ids = new ArrayList<>();
    for (int post = 0; post < 5; post++) {
      try (Connection connection = scene.database.server().migrator(scene.database.name())) {
        connection.setAutoCommit(false);
        for (int row = 0; row < 40; row++) {
          ids.add(insert(connection, "post.telegram", "{\"v\": 1}", "now"));
        }
        connection.commit();
      }
      int sent = ids.size() - 40;
      // As soon as the first of them has arrived.
      RelayScene.within(30).until(() -> !scene.topic.of(ids.get(sent)).isEmpty());
      scene.terminateWalSender();
    }

    ids.forEach(scene::awaitRelayed);
  }

  @Test
  @Case("R2")
  void restartsUnderInterleavedTransactionsLoseNothing() throws Exception {
    List<UUID> ids = new ArrayList<>();
    scene.startUntilActive();
    try (Connection one = scene.database.server().migrator(scene.database.name());
        Connection other = scene.database.server().migrator(scene.database.name())) {
      one.setAutoCommit(false);
      other.setAutoCommit(false);
      for (int i = 0; i < 4; i++) {
        ids.add(insert(one, "post.telegram", "{}", "now"));
        ids.add(insert(other, "post.telegram", "{}", "now"));
        UUID last = insert(other, "post.telegram", "{}", "now");
        ids.add(last);
        other.commit();
        if (i % 2 == 0) {
          RelayScene.within(30).until(() -> scene.terminateWalSender());
        } else {
          scene.awaitRelayed(last);
          scene.restart();
        }
        ids.add(insert(one, "post.telegram", "{}", "now"));
        one.commit();
      }
    }

    ids.forEach(scene::awaitRelayed);
  }

  private UUID insert(String destination, String payload, String createdAt) {
    try (Connection connection = scene.database.server().migrator(scene.database.name())) {
      return insert(connection, destination, payload, createdAt);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static UUID insert(
      Connection connection, String destination, String payload, String createdAt)
      throws SQLException {
    UUID id = UUID.randomUUID();
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setObject(1, id);
      insert.setString(2, destination);
      insert.setObject(3, UUID.randomUUID());
      insert.setString(4, payload);
      insert.setString(5, createdAt);
      insert.execute();
    }
    return id;
  }

  private UUID refusedForADay(UUID id) {
    scene.database.execute(
        """
        insert into generator.reconciliation (outbox_id, next_attempt_at, refused_since)
        values (?, now(), now() - interval '25 hours')
        on conflict (outbox_id) do update set refused_since = excluded.refused_since
        """,
        id);
    return id;
  }

  private List<String> deadLetters(UUID id) {
    return scene.database.query(
        "select topic || ': ' || reason from publisher.dead_letter where outbox_id = ?", id);
  }

  private String payload(UUID id) {
    return scene
        .database
        .query("select payload::text from generator.outbox where id = ?", id)
        .get(0);
  }
}
