package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.testing.TestConfig;
import io.broadsheet.generator.writing.ComposerSettings.Fallback;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComposerSettingsTest {

  private static final List<String> WRITERS = List.of("anna", "boris");

  @Test
  void authorsTakeTurnsAndAPlainArticleIsBetterThanNone() {
    assertThat(read(Map.of())).isEqualTo(new ComposerSettings(Optional.empty(), 2, Fallback.PLAIN));
  }

  @Test
  void aWriterOfThePanelMayBeNamed() {
    assertThat(
            read(
                Map.of(
                    "broadsheet.composer.writer",
                    "anna",
                    "broadsheet.composer.most",
                    "4",
                    "broadsheet.composer.fallback",
                    "fail")))
        .isEqualTo(new ComposerSettings(Optional.of("anna"), 4, Fallback.FAIL));
  }

  @Test
  void anybodyElseStopsTheStart() {
    assertThatThrownBy(() -> read(Map.of("broadsheet.composer.writer", "vera")))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.composer.writer ")
        .hasMessageContainingAll("vera", "anna", "boris");
    assertThatThrownBy(() -> read(Map.of("broadsheet.composer.fallback", "none")))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.composer.fallback ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "two"})
  void someComposerIsAsked(String most) {
    assertThatThrownBy(() -> read(Map.of("broadsheet.composer.most", most)))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.composer.most ");
  }

  private static ComposerSettings read(Map<String, String> properties) {
    return ComposerSettings.read(TestConfig.of(properties), WRITERS);
  }
}
