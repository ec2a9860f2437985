package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliveryPolicyTest {

  @Test
  void hasTheDocumentedDefaults() {
    assertThat(read(Map.of(), Map.of()))
        .isEqualTo(
            new DeliveryPolicy(
                Duration.ofSeconds(30),
                Duration.ofMinutes(2),
                Duration.ofSeconds(10),
                Duration.ofHours(1),
                12,
                10,
                Duration.ofDays(3),
                1,
                Optional.empty(),
                Duration.ofMinutes(10),
                DeliveryPolicy.OnUnknown.PARK));
  }

  @Test
  void aTargetsOwnSettingComesBeforeTheOneForAll() {
    DeliveryPolicy policy =
        read(
            Map.of("timeout", "7s", "on-unknown", "resend", "companion", "telegraph-ru"),
            Map.of(
                "broadsheet.delivery.timeout", "9s",
                "broadsheet.delivery.max-age", "1d",
                "broadsheet.delivery.backoff-base", "1s"));
    assertThat(policy.timeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(policy.maxAge()).isEqualTo(Duration.ofDays(1));
    assertThat(policy.backoffBase()).isEqualTo(Duration.ofSeconds(1));
    assertThat(policy.onUnknown()).isEqualTo(DeliveryPolicy.OnUnknown.RESEND);
    assertThat(policy.companion()).contains("telegraph-ru");
    assertThat(policy.lease()).isEqualTo(Duration.ofSeconds(19));
  }

  @ParameterizedTest
  @CsvSource({"500ms, PT0.5S", "30s, PT30S", "2m, PT2M", "1h, PT1H", "3d, PT72H", "PT45S, PT45S"})
  void readsDurationsAsPeopleWriteThem(String text, Duration expected) {
    assertThat(read(Map.of("probe-settle", text), Map.of()).probeSettle()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "timeout, soon",
    "timeout, 500ms",
    "timeout, 11m",
    "probe-settle, 0s",
    "probe-settle, -PT1S",
    "backoff-max, 10",
    "max-attempts, 0",
    "max-attempts, many",
    "max-in-flight, 129",
    "max-age, 3w",
    "companion-wait, ''",
    "on-unknown, guess"
  })
  void refusesABadValueAndNamesItsKey(String setting, String value) {
    assertThatThrownBy(() -> read(Map.of(setting, value), Map.of()))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.targets.telegram-ru." + setting + " ");
  }

  @Test
  void namesTheKeyForAllWhenThatIsAtFault() {
    assertThatThrownBy(() -> read(Map.of(), Map.of("broadsheet.delivery.max-probes", "none")))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.delivery.max-probes ");
  }

  private static DeliveryPolicy read(Map<String, String> settings, Map<String, String> config) {
    return DeliveryPolicy.read(
        new Target("telegram-ru", ChannelKind.TELEGRAM, "ru", settings),
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(config, "test", 100))
            .build());
  }
}
