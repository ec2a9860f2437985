package io.broadsheet.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "30s, PT30S",
    "2m, PT2M",
    "1h, PT1H",
    "3d, PT72H",
    "365d, PT8760H",
    "' 5s ', PT5S",
    "PT30S, PT30S",
    "P2D, PT48H"
  })
  void areReadAsPeopleWriteThem(String text, Duration expected) {
    assertThat(Durations.parse("key", text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "0s", "-5s", "PT0S", "30", "1.5h", "99999999999s"})
  void nameTheKeyThatHoldsNone(String text) {
    assertThatThrownBy(() -> Durations.parse("broadsheet.some.key", text))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.some.key");
  }
}
