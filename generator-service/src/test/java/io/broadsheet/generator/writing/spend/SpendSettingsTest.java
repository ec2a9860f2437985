package io.broadsheet.generator.writing.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.testing.TestConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpendSettingsTest {

  @Test
  void noneAndZeroMeanNoCap() {
    assertThat(SpendSettings.read(TestConfig.of(Map.of())).daily()).isEmpty();
    assertThat(SpendSettings.read(TestConfig.of(Map.of("broadsheet.budget.daily", "0"))).daily())
        .isEmpty();
    assertThat(SpendSettings.isCapped(TestConfig.of(Map.of("broadsheet.budget.daily", "0.5"))))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "broadsheet.budget.daily, much",
    "broadsheet.budget.daily, -1",
    "broadsheet.budget.daily, 1e9",
    "broadsheet.budget.currency, $",
    "broadsheet.budget.edition-calls, 0",
    "broadsheet.budget.edition-calls, -5",
    "broadsheet.budget.edition-calls, 100001",
    "broadsheet.budget.edition-calls, many",
    "broadsheet.zone, Mars",
  })
  void namesTheKeyAtFault(String key, String value) {
    assertThatThrownBy(() -> SpendSettings.read(TestConfig.of(Map.of(key, value))))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(key + " ");
  }
}
