package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OpenTargetsTest {

  private static final String PREFIX = "broadsheet.targets.telegram-ru.";

  @Test
  void opensAConfiguredTarget() {
    assertThat(open(Map.of("token", "secret", "timeout", "5s")))
        .extracting(OpenTarget::name)
        .containsExactly("telegram-ru");
  }

  @Test
  void refusesASettingThatNobodyKnows() {
    assertThatThrownBy(() -> open(Map.of("tokne", "secret")))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(PREFIX + "tokne ")
        .hasMessageNotContaining("secret");
  }

  @Test
  void refusesAChannelThatItCannotPostTo() {
    assertThatThrownBy(() -> open(Map.of("channel", "vk")))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(PREFIX + "channel ");
  }

  private static List<OpenTarget> open(Map<String, String> settings) {
    Map<String, String> config = new HashMap<>();
    config.put(PREFIX + "channel", "telegram");
    config.put(PREFIX + "language", "ru");
    settings.forEach((name, value) -> config.put(PREFIX + name, value));
    return new OpenTargets(
            new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(config, "test", 100))
                .build(),
            List.of(new TelegramLike()))
        .openTargets();
  }

  private static final class TelegramLike implements ChannelFactory {
    @Override
    public ChannelKind kind() {
      return ChannelKind.TELEGRAM;
    }

    @Override
    public Set<String> settings() {
      return Set.of("token");
    }

    @Override
    public Channel open(Target target) {
      return new ScriptedChannel();
    }
  }
}
