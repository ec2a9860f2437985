package io.broadsheet.publisher.replay;

import io.broadsheet.common.event.EventHeaders;
import io.broadsheet.common.event.Topics;
import io.broadsheet.publisher.delivery.DueSignals;
import io.broadsheet.publisher.inbox.Batch;
import io.broadsheet.publisher.inbox.DeadLetters;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Reads what one replay has left, batch by batch. */
final class RunReplay {

  private final ReplayConsumers consumers;
  private final ReplayLeases leases;
  private final FillGaps fillGaps;
  private final DeadLetters deadLetters;
  private final DueSignals signals;

  RunReplay(
      ReplayConsumers consumers,
      ReplayLeases leases,
      FillGaps fillGaps,
      DeadLetters deadLetters,
      DueSignals signals) {
    this.consumers = consumers;
    this.leases = leases;
    this.fillGaps = fillGaps;
    this.deadLetters = deadLetters;
    this.signals = signals;
  }

  /** How a run ended. */
  enum End {
    /** Everything is read. */
    FINISHED,
    /** It was cancelled, or another replica has taken it over. */
    LOST,
    /** This service stops; another replica goes on. */
    STOPPED
  }

  /**
   * Runs it.
   *
   * @throws RuntimeException if broker or database fail: what is done is written, the rest is left
   *     for the next run
   */
  End run(HeldReplay replay, BooleanSupplier stopping) {
    RecentEvents recent = new RecentEvents();
    try (TopicRange range =
        TopicRange.open(
            consumers.open(),
            Topics.of("post." + replay.channel()),
            replay.from().toInstant(),
            replay.progress().orElse(null))) {
      while (!range.progress().ended()) {
        if (stopping.getAsBoolean()) {
          leases.release(replay);
          return End.STOPPED;
        }
        List<ConsumerRecord<byte[], byte[]>> records = range.next();
        if (records.isEmpty()) {
          range.checkEnds();
        }
        if (!take(replay, range.progress(), wanted(records, replay, recent))) {
          return End.LOST;
        }
        range.taken();
      }
      return leases.finish(replay, range.progress()) ? End.FINISHED : End.LOST;
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> wanted(
      List<ConsumerRecord<byte[], byte[]>> records, HeldReplay replay, RecentEvents recent) {
    long from = replay.from().toInstant().toEpochMilli();
    long to = replay.to().toInstant().toEpochMilli();
    return records.stream()
        .filter(r -> r.timestamp() >= from && r.timestamp() < to)
        .filter(r -> replay.target().isEmpty() || mayBeFor(replay.target().get(), r))
        // A real run leaves a delivery behind, by which it knows the event again.
        .filter(r -> !replay.dryRun() || recent.isNew(r))
        .toList();
  }

  // One that does not say for which target it is, is unreadable for each.
  private static boolean mayBeFor(String target, ConsumerRecord<byte[], byte[]> kafkaRecord) {
    Header header = kafkaRecord.headers().lastHeader(EventHeaders.TARGET);
    return header == null
        || header.value() == null
        || target.equals(new String(header.value(), StandardCharsets.UTF_8));
  }

  /** One pass over a batch; mutable because a batch may be taken in pieces. */
  private final class Taking {
    private final HeldReplay replay;
    private Progress progress;
    private boolean ours = true;

    Taking(HeldReplay replay, Progress progress) {
      this.replay = replay;
      this.progress = progress;
    }

    void take(Batch batch) {
      if (!ours) {
        return;
      }
      if (!replay.dryRun()) {
        batch
            .unreadable()
            .forEach(unreadable -> deadLetters.add(unreadable.kafkaRecord(), unreadable.reason()));
      }
      Progress after = progress.past(batch.records());
      Optional<List<String>> wake =
          fillGaps.fill(replay, batch.readable(), batch.unreadable().size(), after);
      ours = wake.isPresent();
      wake.ifPresent(signals::raise);
      progress = after;
    }
  }

  /** Whether the replay is still this process's. */
  private boolean take(
      HeldReplay replay, Progress progress, List<ConsumerRecord<byte[], byte[]>> records) {
    Taking taking = new Taking(replay, progress);
    Batch.take(records, taking::take);
    return taking.ours;
  }
}
