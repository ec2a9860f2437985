package io.broadsheet.generator.relay;

import io.broadsheet.common.event.Topics;
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

/** Whether Kafka can be reached and has the topics, asked once before the relay begins. */
final class Broker {

  private static final int TIMEOUT_MS = 5_000;

  private final String bootstrapServers;

  Broker(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /**
   * Asks for the topics; takes 5 s at most.
   *
   * @return what is wrong and what to do about it, or empty
   */
  Optional<String> fault() {
    Map<String, Object> client =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
            AdminClientConfig.CLIENT_ID_CONFIG, "broadsheet-relay-start",
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MS,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MS);
    try (Admin admin = Admin.create(client)) {
      Set<String> missing = new TreeSet<>(Topics.all());
      missing.removeAll(admin.listTopics().names().get(TIMEOUT_MS, TimeUnit.MILLISECONDS));
      return missing.isEmpty()
          ? Optional.empty()
          : Optional.of("waits: Kafka lacks the topics " + missing + "; run migrate");
    } catch (ExecutionException e) {
      return unreachable(e.getCause());
    } catch (TimeoutException | KafkaException e) {
      return unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unreachable(e);
    }
  }

  private Optional<String> unreachable(Throwable cause) {
    return Optional.of(
        "cannot reach Kafka (kafka.bootstrap.servers = "
            + bootstrapServers
            + "): "
            + (cause.getMessage() == null ? "no answer within 5 s" : cause.getMessage()));
  }
}
