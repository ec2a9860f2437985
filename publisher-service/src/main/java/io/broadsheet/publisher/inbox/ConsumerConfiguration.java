package io.broadsheet.publisher.inbox;

import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/**
 * The Kafka settings of one consumer: what is the same for all stands in {@code
 * application.properties} at the connector.
 */
public final class ConsumerConfiguration {

  private static final String CONNECTOR = "mp.messaging.connector.smallrye-kafka.";
  private static final int ORDINAL = 100;

  private ConsumerConfiguration() {}

  /**
   * Those of a channel's posts.
   *
   * @param all the service's configuration
   */
  static Config of(ChannelKind channel, Config all) {
    return of("post-" + channel.wireName(), Topics.post(channel), channel.wireName(), all);
  }

  /**
   * The settings as the connector reads them.
   *
   * @param name of the consumer, shown in its health
   * @param topic what it reads
   * @param group the last part of {@code broadsheet.publisher.<group>}
   * @param all the service's configuration
   */
  public static Config of(String name, String topic, String group, Config all) {
    Map<String, String> settings = new HashMap<>();
    for (String key : all.getPropertyNames()) {
      if (key.startsWith(CONNECTOR)) {
        all.getOptionalValue(key, String.class)
            .ifPresent(value -> settings.put(key.substring(CONNECTOR.length()), value));
      }
    }
    settings.put("channel-name", name);
    settings.put("topic", topic);
    settings.put("group.id", "broadsheet.publisher." + group);
    settings.put("batch", "true");
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(settings, "inbox", ORDINAL))
        .build();
  }
}
