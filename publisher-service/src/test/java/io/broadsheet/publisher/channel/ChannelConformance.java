package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every channel must hold to: calls, probes, verifications and, here, settings. A new channel
 * passes by extending this class.
 */
public abstract class ChannelConformance extends VerificationConformance {

  @Test
  void namesTheMissingSetting() {
    assertThat(required())
        .containsExactlyInAnyOrderElementsOf(factory(vertx).kind().requiredSettings());
    for (String setting : settings(sandbox.url()).keySet()) {
      if (!required().contains(setting)) {
        continue;
      }
      Map<String, String> without = new HashMap<>(settings(sandbox.url()));
      without.remove(setting);

      assertThat(catchThrowable(() -> open(without)))
          .hasMessageContaining("broadsheet.targets.any-ru." + setting);
    }
  }

  @Test
  void namesASecretWithoutItsValue() {
    for (String secret : secrets()) {
      Map<String, String> malformed = new HashMap<>(settings(sandbox.url()));
      malformed.put(secret, "пароль");

      assertThat(catchThrowable(() -> open(malformed)))
          .hasMessageContaining("broadsheet.targets.any-ru." + secret)
          .hasMessageNotContaining("пароль");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://host", "host", "http:///x", "https://u:p@host", "https://host?q"})
  void namesAMalformedBaseUrl(String url) {
    Map<String, String> malformed = new HashMap<>(settings(sandbox.url()));
    malformed.put("base-url", url);

    assertThat(catchThrowable(() -> open(malformed)))
        .hasMessageContaining("broadsheet.targets.any-ru.base-url");
  }

  @Test
  void namesAFormatThatItDoesNotHave() {
    Map<String, String> other = new HashMap<>(settings(sandbox.url()));
    other.put("format", "novel");

    assertThat(catchThrowable(() -> open(other)))
        .hasMessageContaining("broadsheet.targets.any-ru.format")
        .hasMessageContaining("supports");
  }
}
