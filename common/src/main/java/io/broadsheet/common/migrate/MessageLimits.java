package io.broadsheet.common.migrate;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** How large a message each topic admits ({@code max.message.bytes}). */
public final class MessageLimits {

  private MessageLimits() {}

  /**
   * Asks the broker.
   *
   * @param topics that exist
   * @param timeoutSeconds how long to wait at most
   * @return bytes by topic, without the topics of which the broker does not tell it
   * @throws ExecutionException if the broker refuses
   * @throws TimeoutException if it does not answer in time
   */
  public static Map<String, Integer> of(Admin admin, Collection<String> topics, int timeoutSeconds)
      throws ExecutionException, InterruptedException, TimeoutException {
    return in(
        admin
            .describeConfigs(
                topics.stream()
                    .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                    .toList())
            .all()
            .get(timeoutSeconds, TimeUnit.SECONDS));
  }

  static Map<String, Integer> in(Map<ConfigResource, Config> described) {
    Map<String, Integer> limits = new HashMap<>();
    described.forEach(
        (topic, config) -> {
          ConfigEntry limit = config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
          if (limit != null && limit.value() != null) {
            limits.put(topic.name(), Integer.valueOf(limit.value()));
          }
        });
    return limits;
  }
}
