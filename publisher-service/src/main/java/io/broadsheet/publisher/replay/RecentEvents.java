package io.broadsheet.publisher.replay;

import io.broadsheet.common.event.UnreadableEvent;
import io.broadsheet.publisher.inbox.EventRecord;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The last ten thousand events that a dry run has seen: it leaves nothing behind by which it would
 * know one again that the relay sent twice.
 */
final class RecentEvents {

  private static final int MOST = 10_000;

  private final Set<UUID> ids =
      Collections.newSetFromMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<UUID, Boolean> eldest) {
              return size() > MOST;
            }
          });

  /** Whether it is none of the last; it is from now on. A record without an id always is new. */
  boolean isNew(ConsumerRecord<byte[], byte[]> kafkaRecord) {
    try {
      return ids.add(EventRecord.id(kafkaRecord));
    } catch (UnreadableEvent e) {
      return true;
    }
  }
}
