package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.config.ConfigurationFault;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RelaySettingsTest {

  private final Map<String, String> config =
      new HashMap<>(
          Map.of(
              "broadsheet.relay.url", "jdbc:postgresql://db:5432/broadsheet",
              "broadsheet.relay.user", "broadsheet_relay",
              "broadsheet.relay.password", "hunter2",
              "kafka.bootstrap.servers", "kafka:9092"));

  @Test
  void hasDefaults() {
    RelaySettings settings = read();
    assertThat(settings.cdc()).isTrue();
    assertThat(settings.slotName()).isEqualTo("broadsheet_relay");
    assertThat(settings.reconcileAfter()).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void neverShowsThePassword() {
    assertThat(read().toString()).doesNotContain("hunter2");
  }

  @Test
  void pollModeNeedsNoReplicationConnection() {
    config.keySet().removeIf(key -> key.startsWith("broadsheet.relay."));
    config.put("broadsheet.relay.mode", "poll");
    assertThat(read().cdc()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "broadsheet.relay.url",
        "broadsheet.relay.user",
        "broadsheet.relay.password",
        "kafka.bootstrap.servers"
      })
  void namesAMissingKey(String key) {
    config.remove(key);
    assertThatThrownBy(this::read)
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(key + " is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "broadsheet.relay.mode, stream",
    "broadsheet.relay.slot-name, Relay-Slot",
    "broadsheet.relay.reconcile-after, 0s",
    "broadsheet.relay.reconcile-after, soon",
    "broadsheet.relay.url, mysql://db/broadsheet"
  })
  void namesAFaultyKey(String key, String value) {
    config.put(key, value);
    assertThatThrownBy(this::read)
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(key + " ");
  }

  @Test
  @Case("R11")
  void refusesAPooler() {
    config.put("broadsheet.relay.url", "jdbc:postgresql://ep-x-pooler.eu.neon.tech/broadsheet");
    assertThatThrownBy(this::read)
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("connection pooler");
  }

  private RelaySettings read() {
    return RelaySettings.read(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(config, "test", 100))
            .build());
  }
}
