package io.broadsheet.publisher.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a topic has been read.
 *
 * @param partitions each partition's, in their order
 */
record Progress(List<Partition> partitions) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<List<Partition>> LIST = new TypeReference<>() {};

  Progress {
    partitions = List.copyOf(partitions);
  }

  /**
   * One partition's.
   *
   * @param partition its number
   * @param from the offset where the replay began
   * @param position the offset that is read next
   * @param end the offset before which it ends
   */
  record Partition(int partition, long from, long position, long end) {

    boolean ended() {
      return position >= end;
    }

    Partition at(long offset) {
      return new Partition(partition, from, Math.max(position, Math.min(offset, end)), end);
    }
  }

  static Progress parse(String json) {
    try {
      return new Progress(JSON.readValue(json, LIST));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a replay's partitions are unreadable", e);
    }
  }

  String json() {
    try {
      return JSON.writeValueAsString(partitions);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers are always JSON", e);
    }
  }

  boolean ended() {
    return partitions.stream().allMatch(Partition::ended);
  }

  /** Whether this partition was there when the replay began. */
  boolean has(TopicPartition one) {
    return partitions.stream().anyMatch(p -> p.partition == one.partition());
  }

  /** With these records read. */
  Progress past(List<ConsumerRecord<byte[], byte[]>> records) {
    Progress progress = this;
    for (ConsumerRecord<byte[], byte[]> one : records) {
      progress = progress.at(Map.of(one.partition(), one.offset() + 1));
    }
    return progress;
  }

  /** With these partitions read up to these offsets. */
  Progress at(Map<Integer, Long> offsets) {
    return new Progress(
        partitions.stream()
            .map(p -> offsets.containsKey(p.partition) ? p.at(offsets.get(p.partition)) : p)
            .toList());
  }
}
