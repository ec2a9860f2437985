package io.broadsheet.publisher.inbox;

import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * The Kafka settings of every channel's consumer, made from {@link ChannelKind}; what is the same
 * for all stands in {@code application.properties} at the connector.
 */
public class InboxChannels implements ConfigSource {

  private static final String INCOMING = "mp.messaging.incoming.";

  // Below application.properties, so that a user can change one channel.
  private static final int ORDINAL = 50;

  private final Map<String, String> properties = new HashMap<>();

  /** Made by the service loader. */
  public InboxChannels() {
    for (ChannelKind channel : ChannelKind.values()) {
      String prefix = INCOMING + name(channel) + ".";
      properties.put(prefix + "connector", "smallrye-kafka");
      properties.put(prefix + "topic", Topics.post(channel));
      properties.put(prefix + "group.id", "broadsheet.publisher." + channel.wireName());
      properties.put(prefix + "batch", "true");
    }
  }

  /** The name in {@code @Incoming} of a channel's consumer: {@code post-<channel>}. */
  static String name(ChannelKind channel) {
    return "post-" + channel.wireName();
  }

  @Override
  public Set<String> getPropertyNames() {
    return Set.copyOf(properties.keySet());
  }

  @Override
  public String getValue(String property) {
    return properties.get(property);
  }

  @Override
  public String getName() {
    return "the channels' Kafka consumers";
  }

  @Override
  public int getOrdinal() {
    return ORDINAL;
  }
}
