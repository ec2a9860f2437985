package io.broadsheet.generator.writing.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.testing.TestConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GateSettingsTest {

  @Test
  void haveDefaults() {
    GateSettings settings = read(Map.of());

    assertThat(settings.section()).isEqualTo(new Bounds(80, 12_000));
    assertThat(settings.bannedPhrases()).isEmpty();
    assertThat(settings.placeholderHosts()).contains("example.com");
  }

  @Test
  void areRead() {
    GateSettings settings =
        read(
            Map.of(
                "broadsheet.gates.repeats", "2",
                "broadsheet.gates.section.least", "10",
                "broadsheet.gates.banned-phrases", "в современном мире , delve",
                "broadsheet.gates.length-ratio.most", "3.5"));

    assertThat(settings.repeats()).isEqualTo(2);
    assertThat(settings.section()).isEqualTo(new Bounds(10, 12_000));
    assertThat(settings.bannedPhrases()).isEqualTo(List.of("в современном мире", "delve"));
    assertThat(settings.lengthRatio()).isEqualTo(new GateSettings.Ratio(0.5, 3.5));
  }

  @Test
  void nameTheKeyAtFault() {
    assertFault("broadsheet.gates.repeats", "0", "write a number from 1 to 100");
    assertFault("broadsheet.gates.repeats", "three", "is not a integer");
    assertFault("broadsheet.gates.language-share", "1.5", "from 0 to 1");
    assertFault("broadsheet.gates.section.least", "20000", "more than");
    assertFault("broadsheet.gates.length-ratio.least", "0", "above 0");
    assertFault("broadsheet.gates.language-shares", "0.5", "no setting of the gates");
  }

  private static void assertFault(String key, String value, String words) {
    assertThatThrownBy(() -> read(Map.of(key, value)))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(key)
        .hasMessageContaining(words);
  }

  private static GateSettings read(Map<String, String> properties) {
    return GateSettings.read(TestConfig.of(properties));
  }
}
