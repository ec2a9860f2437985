package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.testing.TestConfig;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PanelSettingsTest {

  @Test
  void readsTheWritersInOrder() {
    PanelSettings settings = PanelSettings.read(TestConfig.of(three()));

    assertThat(settings.writers()).extracting(WriterSettings::name).containsExactly("a", "b", "c");
    assertThat(settings.quorum()).isEqualTo(3);
    assertThat(settings.writers().get(0).baseUrl()).hasToString("https://llm.example/v1");
  }

  @Test
  void neverPrintsAKey() {
    assertThat(PanelSettings.read(TestConfig.of(three())).toString()).doesNotContain("secret");
  }

  @ParameterizedTest
  @CsvSource({
    "broadsheet.writers.a.api-key, '', broadsheet.writers.a.api-key",
    "broadsheet.writers.a.model, '', broadsheet.writers.a.model",
    "broadsheet.writers.d.model, m, broadsheet.writers.d.base-url",
    "broadsheet.writers.a.base-url, llm.example, broadsheet.writers.a.base-url",
    "broadsheet.writers.a.base-url, ftp://llm.example, broadsheet.writers.a.base-url",
    "broadsheet.writers.a.timeout, 0s, broadsheet.writers.a.timeout",
    "broadsheet.writers.a.max-tokens, many, broadsheet.writers.a.max-tokens",
    "broadsheet.writers.a.temperature, 3, broadsheet.writers.a.temperature",
    "broadsheet.writers.A_b.base-url, https://x.example, broadsheet.writers.A_b.base-url",
    "broadsheet.writers.quorum, 4, broadsheet.writers.quorum",
    "broadsheet.writers.quorum, 0, broadsheet.writers.quorum",
    "broadsheet.writers.deadline, soon, broadsheet.writers.deadline",
    "broadsheet.editorial.likeness, 2, broadsheet.editorial.likeness",
  })
  void namesTheKeyAtFault(String key, String value, String named) {
    Map<String, String> properties = three();
    properties.put(key, value);

    assertThatThrownBy(() -> PanelSettings.read(TestConfig.of(properties)))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(named + " ");
  }

  private static Map<String, String> three() {
    Map<String, String> properties = new HashMap<>();
    for (String name : new String[] {"c", "a", "b"}) {
      properties.put("broadsheet.writers." + name + ".base-url", "https://llm.example/v1/");
      properties.put("broadsheet.writers." + name + ".api-key", "secret");
      properties.put("broadsheet.writers." + name + ".model", "m");
    }
    return properties;
  }
}
