package io.broadsheet.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguagesTest {

  @Test
  void areRussianTranslatedIntoEnglishByDefault() {
    assertThat(read(Map.of()).all()).containsExactly("ru", "en");
  }

  @Test
  void beginWithTheSource() {
    Languages languages =
        read(
            Map.of(
                "broadsheet.languages.source", "de",
                "broadsheet.languages.translations", "fr, en"));

    assertThat(languages.all()).containsExactly("de", "fr", "en");
  }

  @ParameterizedTest
  @CsvSource({
    "source, Russian",
    "source, RU",
    "translations, ru",
    "translations, 'en,en'",
    "translations, english"
  })
  void nameTheKeyAtFault(String key, String value) {
    assertThatThrownBy(() -> read(Map.of("broadsheet.languages." + key, value)))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.languages." + key);
  }

  private static Languages read(Map<String, String> properties) {
    return Languages.read(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(properties, "test", 100))
            .build());
  }
}
