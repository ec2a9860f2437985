package io.broadsheet.generator.relay;

import io.broadsheet.common.event.Topics;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.logging.Logger;

/**
 * Which of our topics Kafka does not have, told from a Kafka that is away: only a broker that
 * answers can miss a topic. For one thread at a time, but for {@link #fault}.
 */
final class AbsentTopics {

  private static final Logger LOG = Logger.getLogger(AbsentTopics.class);

  private final Broker broker;
  private final Duration lookAgain;
  private volatile Set<String> absent = Set.of();
  private long lookedNanos;

  /**
   * @param lookAgain how long an absence is believed
   */
  AbsentTopics(Broker broker, Duration lookAgain) {
    this.broker = broker;
    this.lookAgain = lookAgain;
  }

  /** Whether the topic is known to be absent; asks the broker if that was found long ago. */
  boolean contains(String topic) {
    if (absent.contains(topic) && System.nanoTime() - lookedNanos > lookAgain.toNanos()) {
      look();
    }
    return absent.contains(topic);
  }

  /**
   * Asks the broker, 5 s at most.
   *
   * @return what it lacks; empty if it cannot be asked
   */
  Set<String> look() {
    Set<String> lacking = new TreeSet<>();
    broker
        .topics()
        .ifPresent(
            present ->
                Topics.all().stream().filter(t -> !present.contains(t)).forEach(lacking::add));
    if (!lacking.isEmpty() && !lacking.equals(absent)) {
      LOG.errorf(
          "Kafka lacks the topics %s: what goes there waits, all else goes on; run migrate",
          lacking);
    }
    absent = lacking;
    lookedNanos = System.nanoTime();
    return lacking;
  }

  /** What was absent when a message last met it, for a person; empty if nothing was. */
  Optional<String> fault() {
    Set<String> lacking = absent;
    return lacking.isEmpty()
        ? Optional.empty()
        : Optional.of("Kafka lacks the topics " + lacking + ", what goes there waits; run migrate");
  }
}
