package io.broadsheet.publisher.delivery;

import io.broadsheet.common.delivery.DeliveryState;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** What the deliveries of this replica have come to. Nothing here asks the database. */
final class DeliveryMetrics {

  private final MeterRegistry registry;

  DeliveryMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /** A call or probe has ended. */
  void answered(String target, String kind, Answer answer) {
    Timer.builder("broadsheet.delivery.attempts")
        .description("Calls and probes by outcome")
        .tags("target", target, "kind", kind, "outcome", answer.outcome())
        .register(registry)
        .record(answer.duration());
  }

  /** A delivery has entered a state. */
  void moved(String target, DeliveryState state) {
    registry
        .counter("broadsheet.delivery.transitions", "target", target, "state", state.wireName())
        .increment();
  }
}
