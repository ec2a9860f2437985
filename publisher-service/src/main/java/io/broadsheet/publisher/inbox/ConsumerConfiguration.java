package io.broadsheet.publisher.inbox;

import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/**
 * The Kafka settings of one channel's consumer: what is the same for all stands in {@code
 * application.properties} at the connector, topic and group follow from {@link ChannelKind}.
 */
final class ConsumerConfiguration {

  private static final String CONNECTOR = "mp.messaging.connector.smallrye-kafka.";
  private static final int ORDINAL = 100;

  private ConsumerConfiguration() {}

  /**
   * The settings as the connector reads them.
   *
   * @param all the service's configuration
   */
  static Config of(ChannelKind channel, Config all) {
    Map<String, String> settings = new HashMap<>();
    for (String key : all.getPropertyNames()) {
      if (key.startsWith(CONNECTOR)) {
        all.getOptionalValue(key, String.class)
            .ifPresent(value -> settings.put(key.substring(CONNECTOR.length()), value));
      }
    }
    settings.put("channel-name", "post-" + channel.wireName());
    settings.put("topic", Topics.post(channel));
    settings.put("group.id", "broadsheet.publisher." + channel.wireName());
    settings.put("batch", "true");
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(settings, "inbox", ORDINAL))
        .build();
  }
}
