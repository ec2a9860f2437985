package io.broadsheet.publisher.inbox;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;

/** What came in since the start. */
@ApplicationScoped
class InboxMetrics {

  private static final String RECORDS = "broadsheet.inbox.records";

  private final MeterRegistry registry;

  InboxMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /** A batch was inserted; what was there before is a repetition. */
  void deposited(String channel, int created, int records) {
    count(channel, "new", created);
    count(channel, "repeated", records - created);
  }

  /** A record became a dead letter. */
  void putAside(String topic) {
    count(topic.substring(topic.lastIndexOf('.') + 1), "dead-letter", 1);
  }

  private void count(String channel, String result, int records) {
    registry.counter(RECORDS, "channel", channel, "result", result).increment(records);
  }
}
