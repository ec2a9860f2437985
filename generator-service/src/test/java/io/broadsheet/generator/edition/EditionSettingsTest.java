package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.testing.TestConfig;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditionSettingsTest {

  @Test
  void hasDefaults() {
    EditionSettings settings = EditionSettings.read(TestConfig.of(Map.of()));

    assertThat(settings.zone()).isEqualTo(ZoneId.of("Europe/Moscow"));
    assertThat(settings.lease()).isEqualTo(Duration.ofSeconds(60));
    assertThat(settings.isScheduled()).isTrue();
    assertThat(settings.atStart()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "broadsheet.zone, Mars/Olympus",
    "broadsheet.schedule.lease, 1s",
    "broadsheet.schedule.lease, soon",
    "broadsheet.schedule.at-start, perhaps",
    "broadsheet.schedule.cron, every day",
  })
  void namesTheKeyAtFault(String key, String value) {
    assertThatThrownBy(() -> EditionSettings.read(TestConfig.of(Map.of(key, value))))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(key + " ");
  }
}
