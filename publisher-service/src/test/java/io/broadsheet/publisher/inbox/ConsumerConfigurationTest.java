package io.broadsheet.publisher.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.target.ChannelKind;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConsumerConfigurationTest {

  private static final Config SERVICE =
      new SmallRyeConfigBuilder()
          .withSources(
              new PropertiesConfigSource(
                  Map.of(
                      "mp.messaging.connector.smallrye-kafka.max.poll.records", "7",
                      "mp.messaging.connector.smallrye-kafka.topic", "elsewhere",
                      "mp.messaging.outgoing.dead-letter.acks", "all",
                      "broadsheet.targets.vk-ru.access-token", "secret"),
                  "service",
                  100))
          .build();

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void everyChannelHasItsTopicAndGroup(ChannelKind channel) {
    Config config = ConsumerConfiguration.of(channel, SERVICE);

    assertThat(config.getValue("topic", String.class))
        .isEqualTo("broadsheet.post." + channel.wireName());
    assertThat(config.getValue("group.id", String.class))
        .isEqualTo("broadsheet.publisher." + channel.wireName());
    assertThat(config.getValue("batch", Boolean.class)).isTrue();
  }

  @Test
  void theConnectorsSettingsAreForAllAndNothingElseIsHandedOn() {
    Config config = ConsumerConfiguration.of(ChannelKind.VK, SERVICE);

    assertThat(config.getValue("max.poll.records", Integer.class)).isEqualTo(7);
    assertThat(config.getPropertyNames())
        .containsExactlyInAnyOrder(
            "channel-name", "topic", "group.id", "batch", "max.poll.records");
  }
}
