package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.Topics;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.broadsheet.generator.testing.TopicReader;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A command that the stream lost. What the publisher makes of it is its own tests'. */
class LostCommandIT {

  private static final String TARGET = "telegram-ru";

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());
  private final TopicReader topic =
      new TopicReader(scene.database.settings().bootstrapServers(), Topics.COMMAND);

  @AfterEach
  void close() {
    topic.close();
    scene.close();
  }

  @Test
  @Case("C1")
  void aPauseThatTheStreamLostIsSentAgainBehindTheResumeThatCameLater() {
    scene.dropSlot();
    UUID pause = order(new Command.Pause(null));
    // Nobody is to find it before the later one has come.
    aged(pause, "-50 minutes");
    scene.startUntilActive(Duration.ofSeconds(2), RelayScene.SHORT_GRACE);
    UUID resume = order(new Command.Resume());
    RelayScene.within(30).until(() -> topic.has(resume));
    scene.settleAsCommand(resume);
    assertThat(topic.of(pause)).isEmpty();

    aged(pause, "1 hour");

    RelayScene.within(30).until(() -> topic.has(pause));
    ConsumerRecord<byte[], byte[]> late = topic.of(pause).get(0);
    ConsumerRecord<byte[], byte[]> earlier = topic.of(resume).get(0);
    assertThat(late.partition()).isEqualTo(earlier.partition());
    assertThat(late.offset()).isGreaterThan(earlier.offset());
    // By these the publisher knows which of them counts.
    assertThat(seq(late)).isLessThan(seq(earlier));
    assertThat(EventFormat.readCommand(late.value()).command()).isEqualTo(new Command.Pause(null));
  }

  private UUID order(Command command) {
    UUID id = UUID.randomUUID();
    scene.database.execute(
        """
        insert into generator.outbox (id, destination, target, aggregate_id, type, payload)
        values (?, ?, ?, ?, ?, ?::text::jsonb)
        """,
        id,
        CommandEvent.DESTINATION,
        TARGET,
        id,
        CommandEvent.TYPE,
        EventFormat.write(
            new CommandEvent(
                CommandEvent.VERSION,
                id,
                TARGET,
                "anna",
                "a look",
                OffsetDateTime.parse("2026-11-30T12:00:00Z"),
                command)));
    return id;
  }

  private void aged(UUID id, String age) {
    scene.database.execute(
        "update generator.outbox set created_at = clock_timestamp() - ?::text::interval where id = ?",
        age,
        id);
  }

  private static long seq(ConsumerRecord<byte[], byte[]> record) {
    return Long.parseLong(TopicReader.header(record, "seq"));
  }
}
