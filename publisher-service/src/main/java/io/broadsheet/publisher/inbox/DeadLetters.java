package io.broadsheet.publisher.inbox;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.UnreadableEvent;
import io.smallrye.reactive.messaging.MutinyEmitter;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;

/**
 * Puts a record that cannot become a row aside: its bytes on {@code broadsheet.dead-letter}, then a
 * row, which settles its outbox row. In this order, because the row says that the bytes are safe.
 */
@ApplicationScoped
public class DeadLetters {

  private static final Logger LOG = Logger.getLogger(DeadLetters.class);
  private static final Duration SEND_TIMEOUT = Duration.ofSeconds(15);
  private static final int LONGEST_REASON = 1000;

  // Offset and all, another event is another dead letter: a topic may have been made anew.
  private static final String KNOWN =
      """
      select from publisher.dead_letter
      where topic = $1 and "partition" = $2 and "offset" = $3 and outbox_id is not distinct from $4
      """;

  private static final String ADD =
      """
      insert into publisher.dead_letter (topic, "partition", "offset", outbox_id, reason)
      values ($1, $2, $3, $4, $5) on conflict do nothing
      """;

  private final Database database;
  private final MutinyEmitter<byte[]> topic;
  private final InboxMetrics metrics;

  DeadLetters(
      Database database,
      @Channel("dead-letter") MutinyEmitter<byte[]> topic,
      InboxMetrics metrics) {
    this.database = database;
    this.topic = topic;
    this.metrics = metrics;
  }

  /** Whether PostgreSQL will never store what it refused, however often it is tried. */
  public static boolean isDataFault(PgException refusal) {
    // 22: data exception, 23: integrity constraint violation, 54: program limit exceeded.
    String code = refusal.getSqlState();
    return code != null
        && (code.startsWith("22") || code.startsWith("23") || code.startsWith("54"));
  }

  /**
   * Puts it aside; nothing happens if it was before.
   *
   * @param reason what is wrong with it
   * @throws RuntimeException if broker or database fail; to be tried again
   */
  public void add(ConsumerRecord<byte[], byte[]> kafkaRecord, String reason) {
    UUID outboxId = outboxId(kafkaRecord);
    boolean known =
        database
                .runRepeatable(
                    KNOWN,
                    kafkaRecord.topic(),
                    kafkaRecord.partition(),
                    kafkaRecord.offset(),
                    outboxId)
                .rowCount()
            > 0;
    if (known) {
      return;
    }
    String text = storable(reason);
    send(kafkaRecord, text);
    database.runRepeatable(
        ADD, kafkaRecord.topic(), kafkaRecord.partition(), kafkaRecord.offset(), outboxId, text);
    metrics.putAside(kafkaRecord.topic());
    LOG.errorf(
        "record %s-%d@%d is a dead letter: %s",
        kafkaRecord.topic(), kafkaRecord.partition(), kafkaRecord.offset(), text);
  }

  private void send(ConsumerRecord<byte[], byte[]> kafkaRecord, String reason) {
    Headers headers = new RecordHeaders(kafkaRecord.headers().toArray());
    add(headers, "dead-letter-reason", reason);
    add(headers, "dead-letter-topic", kafkaRecord.topic());
    add(headers, "dead-letter-partition", Integer.toString(kafkaRecord.partition()));
    add(headers, "dead-letter-offset", Long.toString(kafkaRecord.offset()));
    byte[] value = kafkaRecord.value() == null ? new byte[0] : kafkaRecord.value();
    topic
        .sendMessage(
            Message.of(value)
                .addMetadata(
                    OutgoingKafkaRecordMetadata.<byte[]>builder()
                        .withKey(kafkaRecord.key())
                        .withHeaders(headers)
                        .build()))
        .await()
        .atMost(SEND_TIMEOUT);
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  private static UUID outboxId(ConsumerRecord<byte[], byte[]> kafkaRecord) {
    try {
      return EventRecord.id(kafkaRecord);
    } catch (UnreadableEvent e) {
      return null;
    }
  }

  private static String storable(String reason) {
    String clean = reason.replace('\0', ' ');
    return clean.length() <= LONGEST_REASON ? clean : clean.substring(0, LONGEST_REASON);
  }
}
