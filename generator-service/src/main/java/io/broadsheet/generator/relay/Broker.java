package io.broadsheet.generator.relay;

import io.broadsheet.common.event.Topics;
import io.broadsheet.common.migrate.MessageLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/** Looks at what the relay relies on at the broker; changes nothing. */
final class Broker {

  private static final int TIMEOUT_S = 5;
  private static final int TIMEOUT_MS = 1_000 * TIMEOUT_S;

  private final String bootstrapServers;

  Broker(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** Looks; takes 10 s at most. Never empty. */
  List<Finding> look() {
    try (Admin admin = admin()) {
      Set<String> present = topics(admin);
      List<Finding> findings = new ArrayList<>();
      findings.add(missing(present));
      List<String> ours = Topics.all().stream().filter(present::contains).toList();
      findings.add(limits(ours, MessageLimits.of(admin, ours, TIMEOUT_S)));
      return findings;
    } catch (ExecutionException e) {
      return List.of(unreachable(e.getCause()));
    } catch (TimeoutException | KafkaException e) {
      return List.of(unreachable(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of(unreachable(e));
    }
  }

  /** The names of all topics; takes 5 s at most. Empty if the broker does not tell them. */
  Optional<Set<String>> topics() {
    try (Admin admin = admin()) {
      return Optional.of(topics(admin));
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Admin admin() {
    return Admin.create(
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
            AdminClientConfig.CLIENT_ID_CONFIG, "broadsheet-relay-look",
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS));
  }

  private static Set<String> topics(Admin admin)
      throws ExecutionException, TimeoutException, InterruptedException {
    return admin.listTopics().names().get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
  }

  /** Without any of them {@code migrate} has never run here; one that is missing stops no other. */
  static Finding missing(Set<String> present) {
    Set<String> missing = new TreeSet<>(Topics.all());
    missing.removeAll(present);
    if (missing.isEmpty()) {
      return Finding.fine("Kafka", "has all topics");
    }
    return missing.size() == Topics.all().size()
        ? Finding.waits("the relay", "waits: Kafka lacks the topics " + missing, "run migrate")
        : Finding.warning(
            "Kafka", "lacks the topics " + missing + ": what goes there waits", "run migrate");
  }

  static Finding limits(Collection<String> topics, Map<String, Integer> limits) {
    Set<String> narrow = new TreeSet<>();
    limits.forEach(
        (topic, bytes) -> {
          if (bytes < Topics.MAX_MESSAGE_BYTES) {
            narrow.add(topic);
          }
        });
    Set<String> untold = new TreeSet<>(topics);
    untold.removeAll(limits.keySet());
    if (narrow.isEmpty() && !untold.isEmpty()) {
      return Finding.warning(
          "max.message.bytes",
          "of " + untold + " is not told by the broker",
          "make sure that it admits " + Topics.MAX_MESSAGE_BYTES);
    }
    return narrow.isEmpty()
        ? Finding.fine("max.message.bytes", "admits the largest message")
        : Finding.warning(
            "max.message.bytes",
            "is less than " + Topics.MAX_MESSAGE_BYTES + " of " + narrow,
            "run migrate, which raises it");
  }

  private Finding unreachable(Throwable cause) {
    return Finding.waits(
        "the relay",
        "cannot reach Kafka (kafka.bootstrap.servers = "
            + bootstrapServers
            + "): "
            + (cause.getMessage() == null ? "no answer within 5 s" : cause.getMessage()),
        null);
  }
}
