package io.broadsheet.publisher.replay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * A stretch of a topic, read by a consumer of its own: partitions are assigned, there is no group,
 * and nothing is committed.
 *
 * <p>It begins where the first record of the time wanted stands and goes to where the topic ended
 * when the replay began, not to the first later record: the reconciler sends an old row again,
 * behind newer ones, with its old timestamp. So what stands in a partition that was added since is
 * none of the replay's: all of it came after that end, and the inbox has taken it.
 */
final class TopicRange implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final Comparator<TopicPartition> BY_NUMBER =
      Comparator.comparingInt(TopicPartition::partition);

  private final Consumer<byte[], byte[]> consumer;
  private final String topic;
  private Progress progress;

  private TopicRange(Consumer<byte[], byte[]> consumer, String topic) {
    this.consumer = consumer;
    this.topic = topic;
  }

  /**
   * Opens it.
   *
   * @param consumer without a group; closed with this
   * @param from the time where it begins, if nothing of it has been read yet
   * @param earlier how far it has been read
   * @throws RuntimeException if the broker does not answer or lacks the topic
   */
  static TopicRange open(
      Consumer<byte[], byte[]> consumer, String topic, Instant from, Progress earlier) {
    TopicRange range = new TopicRange(consumer, topic);
    try {
      range.open(from, earlier);
      return range;
    } catch (RuntimeException e) {
      range.close();
      throw e;
    }
  }

  private void open(Instant from, Progress earlier) {
    List<TopicPartition> partitions = partitions();
    if (earlier != null) {
      partitions = partitions.stream().filter(earlier::has).toList();
    }
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
    progress = earlier == null ? begin(from, ends) : resume(earlier, begins, ends);
    for (Progress.Partition partition : progress.partitions()) {
      TopicPartition of = of(partition);
      // One that the topic has no more has ended too, and is not assigned.
      if (ends.containsKey(of)) {
        consumer.seek(of, partition.position());
      }
    }
    pauseEnded();
  }

  private List<TopicPartition> partitions() {
    List<PartitionInfo> known = consumer.partitionsFor(topic);
    if (known == null || known.isEmpty()) {
      throw new IllegalStateException("Kafka has no topic " + topic + "; run migrate");
    }
    return known.stream()
        .map(p -> new TopicPartition(topic, p.partition()))
        .sorted(BY_NUMBER)
        .toList();
  }

  private Progress begin(Instant from, Map<TopicPartition, Long> ends) {
    Map<TopicPartition, OffsetAndTimestamp> starts =
        consumer.offsetsForTimes(
            ends.keySet().stream()
                .collect(Collectors.toMap(Function.identity(), p -> from.toEpochMilli())));
    return new Progress(
        ends.keySet().stream()
            .sorted(BY_NUMBER)
            .map(
                partition -> {
                  long end = ends.get(partition);
                  OffsetAndTimestamp start = starts.get(partition);
                  long position = start == null ? end : Math.min(start.offset(), end);
                  return new Progress.Partition(partition.partition(), position, position, end);
                })
            .toList());
  }

  // Retention may have overtaken it; a topic that was made anew is read from its beginning.
  private Progress resume(
      Progress earlier, Map<TopicPartition, Long> begins, Map<TopicPartition, Long> ends) {
    return new Progress(
        earlier.partitions().stream()
            .map(
                p -> {
                  long end = Math.min(p.end(), ends.getOrDefault(of(p), 0L));
                  long begin = begins.getOrDefault(of(p), 0L);
                  boolean anew = end < p.position();
                  long position = anew ? begin : Math.max(p.position(), begin);
                  return p.ended()
                      ? p
                      : new Progress.Partition(p.partition(), p.from(), position, end);
                })
            .toList());
  }

  /**
   * The next records.
   *
   * @return in each partition's order; empty if none came within half a second
   * @throws RuntimeException if the broker does not answer
   */
  List<ConsumerRecord<byte[], byte[]>> next() {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    Map<Integer, Long> ends = new HashMap<>();
    progress.partitions().forEach(p -> ends.put(p.partition(), p.end()));
    for (ConsumerRecord<byte[], byte[]> one : consumer.poll(POLL)) {
      if (one.offset() < ends.get(one.partition())) {
        records.add(one);
      }
    }
    return records;
  }

  /** Notes that everything {@link #next()} has given so far is taken. */
  void taken() {
    Map<Integer, Long> positions = new HashMap<>();
    for (TopicPartition partition : consumer.assignment()) {
      positions.put(partition.partition(), consumer.position(partition));
    }
    progress = progress.at(positions);
    pauseEnded();
  }

  /**
   * Asks, after a poll that gave nothing, whether the topic still reaches as far.
   *
   * @throws RuntimeException if the broker does not answer or lacks the topic
   */
  void checkEnds() {
    partitions();
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    ends.forEach(
        (partition, end) -> {
          if (end < consumer.position(partition)) {
            throw new IllegalStateException("the topic " + topic + " was made anew");
          }
        });
  }

  private void pauseEnded() {
    consumer.pause(
        progress.partitions().stream()
            .filter(Progress.Partition::ended)
            .map(this::of)
            .filter(consumer.assignment()::contains)
            .toList());
  }

  private TopicPartition of(Progress.Partition partition) {
    return new TopicPartition(topic, partition.partition());
  }

  Progress progress() {
    return progress;
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(FAREWELL));
  }
}
