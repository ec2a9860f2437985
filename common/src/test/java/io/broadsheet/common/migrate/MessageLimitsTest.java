package io.broadsheet.common.migrate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

class MessageLimitsTest {

  @Test
  void leavesOutWhatTheBrokerDoesNotTell() {
    assertEquals(
        Map.of("told", 1_000_000),
        MessageLimits.in(
            Map.of(
                topic("told"), config("1000000"),
                topic("empty"), config(null),
                topic("missing"), new Config(List.of()))));
  }

  private static ConfigResource topic(String name) {
    return new ConfigResource(ConfigResource.Type.TOPIC, name);
  }

  private static Config config(String limit) {
    return new Config(List.of(new ConfigEntry("max.message.bytes", limit)));
  }
}
