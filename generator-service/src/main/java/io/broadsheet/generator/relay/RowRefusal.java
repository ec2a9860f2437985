package io.broadsheet.generator.relay;

import java.util.Optional;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Kafka's refusal of one record, told from a failure of the way to Kafka. A broker that refuses one
 * record of a request refuses its neighbours with it: only a record that was sent alone is at fault
 * itself.
 *
 * @param reason what Kafka says, with a remedy where there is one
 * @param forGood whether the same record will be refused whatever becomes of broker and topic
 */
record RowRefusal(String reason, boolean forGood) {

  /** The refusal that a failed acknowledgement carries; empty if sending may be tried again. */
  static Optional<RowRefusal> in(Throwable failure) {
    if (failure instanceof RecordTooLargeException) {
      return Optional.of(
          new RowRefusal(
              failure.getMessage() + " Raise max.message.bytes of the topic: run migrate", false));
    }
    if (failure instanceof InvalidTopicException) {
      return Optional.of(new RowRefusal(failure.getMessage(), false));
    }
    if (failure instanceof InvalidTimestampException) {
      // The broker's clock decides, and time heals: one of the two clocks may be wrong today.
      return Optional.of(
          new RowRefusal(
              failure.getMessage()
                  + " Compare created_at with the clocks of database and broker; the topic admits"
                  + " message.timestamp.after.max.ms",
              false));
    }
    if (failure instanceof InvalidRecordException || failure instanceof SerializationException) {
      return Optional.of(new RowRefusal(failure.getMessage(), true));
    }
    return Optional.empty();
  }
}
