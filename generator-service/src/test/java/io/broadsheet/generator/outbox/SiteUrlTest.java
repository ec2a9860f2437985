package io.broadsheet.generator.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteUrlTest {

  @Test
  void buildsCanonicalUrlsBelowThePath() {
    SiteUrl site = read("https://example.org/blog/");
    assertThat(site.canonical("ru", "2026-11-30-svod"))
        .isEqualTo("https://example.org/blog/ru/2026-11-30-svod");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.org",
        "/blog",
        "ftp://example.org",
        "https:///blog",
        "https://example.org/?a=b",
        "https://example.org/#top",
        "https://exa mple.org"
      })
  void refusesWhatIsNoAbsoluteAddress(String value) {
    assertThatThrownBy(() -> read(value))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.site.base-url ");
  }

  private static SiteUrl read(String value) {
    return SiteUrl.read(
        new SmallRyeConfigBuilder()
            .withSources(
                new PropertiesConfigSource(Map.of("broadsheet.site.base-url", value), "test", 100))
            .build());
  }
}
