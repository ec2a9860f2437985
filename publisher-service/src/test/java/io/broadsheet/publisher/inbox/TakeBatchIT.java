package io.broadsheet.publisher.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.delivery.DueSignals;
import io.broadsheet.publisher.testing.MigratedDatabase;
import io.broadsheet.publisher.testing.Records;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches with records that become dead letters, while Kafka takes none. */
class TakeBatchIT {

  private static final String TARGET = "telegram-ru";

  private static MigratedDatabase database;

  private final UnwritableTopic unwritable = new UnwritableTopic();
  private final UUID post = UUID.randomUUID();
  private final ConsumerRecord<byte[], byte[]> good = Records.post(UUID.randomUUID(), post, TARGET);

  @BeforeAll
  static void migrate() {
    database = new MigratedDatabase();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void empty() {
    database.execute("truncate publisher.delivery, publisher.attempt, publisher.part");
  }

  @Test
  @Case("K1")
  void anUnreadableRecordKeepsNoNeighbourOut() {
    takeInVain(Records.with("{"), good);

    assertThat(taken()).containsExactly(post.toString());
  }

  @Test
  @Case("K1")
  void aRecordThatPostgreSqlRefusesKeepsNoNeighbourOut() {
    takeInVain(unstorable(), good);

    assertThat(taken()).containsExactly(post.toString());
  }

  @Test
  void takenAgainItIsTheSame() {
    takeInVain(Records.with("{"), good);
    takeInVain(Records.with("{"), good);

    assertThat(taken()).containsExactly(post.toString());
    assertThat(unwritable.refused).hasSize(2);
  }

  private void takeInVain(
      ConsumerRecord<byte[], byte[]> faulty, ConsumerRecord<byte[], byte[]> next) {
    TakeBatch takeBatch =
        new TakeBatch(
            new Deposit(database.replica()),
            unwritable,
            new DueSignals(),
            new InboxMetrics(new SimpleMeterRegistry()));

    assertThatThrownBy(() -> takeBatch.takeBatch(List.of(faulty, next)))
        .as("the batch is left for another try")
        .hasMessage(UnwritableTopic.WHY);
  }

  /** An event like any other, but for a character that no jsonb holds. */
  private static ConsumerRecord<byte[], byte[]> unstorable() {
    PostEvent event = Records.event(UUID.randomUUID(), TARGET);
    return Records.post(
        UUID.randomUUID(),
        new PostEvent(
            event.v(),
            event.postId(),
            event.target(),
            event.channel(),
            event.language(),
            event.generation(),
            event.editionDate(),
            event.contentType(),
            event.slug(),
            "a\0b",
            event.summary(),
            event.bodyMarkdown(),
            event.tags(),
            event.canonicalUrl()));
  }

  private List<String> taken() {
    return database.query("select post_id::text from publisher.delivery");
  }

  /** Dead letters whose bytes Kafka does not take. */
  private static final class UnwritableTopic extends DeadLetters {
    private static final String WHY = "the topic is gone";

    private final List<String> refused = new ArrayList<>();

    private UnwritableTopic() {
      super(null, null, null);
    }

    @Override
    public void add(ConsumerRecord<byte[], byte[]> kafkaRecord, String reason) {
      refused.add(reason);
      throw new IllegalStateException(WHY);
    }
  }
}
