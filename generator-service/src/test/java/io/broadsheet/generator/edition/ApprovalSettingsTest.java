package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.testing.TestConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApprovalSettingsTest {

  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void publishesAtOnceUnlessToldOtherwise() {
    ApprovalSettings settings = ApprovalSettings.read(TestConfig.of(Map.of()));

    assertThat(settings)
        .isEqualTo(new ApprovalSettings(ApprovalMode.AUTO, Duration.ofHours(2), true));
    assertThat(settings.publishesAtOnce()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "AUTO, true, true, true, PT0S",
    "AUTO, false, false, false, PT0S",
    "HOLD, true, false, true, PT1H",
    "HOLD, false, false, false, PT1H",
    "MANUAL, true, false, false,",
    "MANUAL, false, false, false,",
  })
  void eachModeWithTheSwitchOnAndOff(
      ApprovalMode mode, boolean on, boolean atOnce, boolean byItself, Duration after) {
    ApprovalSettings settings = new ApprovalSettings(mode, HOUR, on);

    assertThat(settings.publishesAtOnce()).isEqualTo(atOnce);
    assertThat(settings.releasesByItself()).isEqualTo(byItself);
    assertThat(settings.releaseAfter().orElse(null)).isEqualTo(after);
  }

  @Test
  void saysWhyAnEditionIsHeld() {
    assertThat(new ApprovalSettings(ApprovalMode.AUTO, HOUR, false).whyHeld(true))
        .contains("publishing is switched off", "broadsheet.publishing.enabled");
    assertThat(new ApprovalSettings(ApprovalMode.HOLD, HOUR, true).whyHeld(true))
        .contains("by itself");
    // Held under another mode than the present one.
    assertThat(new ApprovalSettings(ApprovalMode.HOLD, HOUR, true).whyHeld(false))
        .contains("waits for a person");
    assertThat(new ApprovalSettings(ApprovalMode.MANUAL, HOUR, true).whyHeld(true))
        .contains("waits for a person");
  }

  @ParameterizedTest
  @CsvSource({
    "broadsheet.approval.mode, sometimes",
    "broadsheet.approval.hold-for, soon",
    "broadsheet.approval.hold-for, 500ms",
    "broadsheet.approval.hold-for, 31d",
    "broadsheet.publishing.enabled, yes",
  })
  void namesTheKeyAtFault(String key, String value) {
    assertThatThrownBy(() -> ApprovalSettings.read(TestConfig.of(Map.of(key, value))))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(key + " ");
  }
}
