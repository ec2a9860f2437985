package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.testing.TestConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepeatsTest {

  @Test
  void endAtTheEditionsCount() {
    RetrySettings two = new RetrySettings(3, Duration.ZERO, 2, Duration.ofMinutes(1));
    Repeats repeats = new Repeats();

    assertThat(repeats.take(two)).isTrue();
    assertThat(repeats.take(two)).isTrue();
    assertThat(repeats.take(two)).isFalse();
    assertThat(repeats.take(two)).isFalse();
    assertThat(new Repeats().take(new RetrySettings(3, Duration.ZERO, 0, Duration.ofMinutes(1))))
        .isFalse();
  }

  @Test
  void endWithTheEditionsTime() {
    assertThat(new Repeats().take(new RetrySettings(3, Duration.ZERO, 2, Duration.ZERO))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "broadsheet.retry.attempts, 0",
    "broadsheet.retry.attempts, 11",
    "broadsheet.retry.backoff, soon",
    "broadsheet.retry.edition-repeats, -1",
    "broadsheet.retry.edition-time, 2d",
  })
  void settingsNameTheKeyAtFault(String key, String value) {
    assertThatThrownBy(() -> RetrySettings.read(TestConfig.of(Map.of(key, value))))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(key + " ");
  }
}
