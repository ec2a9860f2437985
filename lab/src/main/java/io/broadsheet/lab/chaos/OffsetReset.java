package io.broadsheet.lab.chaos;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Sets every group's offsets to the beginning, as Kafka's own tool does. */
final class OffsetReset {

  private static final int TRIES = 20;
  private static final long WAIT_MS = 1_000;

  private OffsetReset() {}

  /**
   * Sets them, with every consumer stopped. The broker waits for killed ones until their session
   * ends.
   *
   * @throws IllegalStateException if no group has any offset
   */
  static void toEarliest(String bootstrapServers) throws InterruptedException, ExecutionException {
    for (int tries = 1; ; tries++) {
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
        if (reset(admin) == 0) {
          throw new IllegalStateException("no group has read anything yet");
        }
        return;
      } catch (ExecutionException e) {
        if (tries == TRIES) {
          throw e;
        }
        Thread.sleep(WAIT_MS);
      }
    }
  }

  private static int reset(Admin admin) throws InterruptedException, ExecutionException {
    int partitions = 0;
    for (GroupListing group : admin.listGroups().all().get()) {
      Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
      admin
          .listConsumerGroupOffsets(group.groupId())
          .partitionsToOffsetAndMetadata()
          .get()
          .forEach((partition, offset) -> offsets.put(partition, new OffsetAndMetadata(0)));
      admin.alterConsumerGroupOffsets(group.groupId(), offsets).all().get();
      partitions += offsets.size();
    }
    return partitions;
  }
}
