package io.broadsheet.generator.relay;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The messages that wait for Kafka's answer, in the order in which they were handed over. */
final class Unacknowledged {

  private final Set<Acknowledgement> open = new LinkedHashSet<>();

  /** Keeps its place, if it has one, until it is answered. */
  synchronized void add(Acknowledgement acknowledgement) {
    if (open.add(acknowledgement)) {
      acknowledgement.whenComplete((metadata, failure) -> remove(acknowledgement));
    }
  }

  synchronized void remove(Acknowledgement acknowledgement) {
    open.remove(acknowledgement);
  }

  /** All of them, as of now. */
  synchronized List<Acknowledgement> all() {
    return List.copyOf(open);
  }
}
