package io.broadsheet.common.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;

class TargetsTest {

  private static final List<String> LANGUAGES = List.of("ru", "en");

  private final Map<String, String> properties =
      new HashMap<>(
          Map.of(
              "broadsheet.targets.telegraph-ru.channel", "telegraph",
              "broadsheet.targets.telegraph-ru.language", "ru",
              "broadsheet.targets.telegraph-ru.access-token", "hush",
              "broadsheet.targets.telegram-ru.channel", "telegram",
              "broadsheet.targets.telegram-ru.language", "ru",
              "broadsheet.targets.telegram-ru.companion", "telegraph-ru"));

  @Test
  void readsTargetsInTheOrderOfTheirNames() {
    Targets targets = read();

    assertThat(targets.all())
        .extracting(Target::name)
        .containsExactly("telegram-ru", "telegraph-ru");
    assertThat(targets.find("telegram-ru").orElseThrow().require("companion"))
        .isEqualTo("telegraph-ru");
    assertThat(targets.of("en")).isEmpty();
  }

  @Test
  void takesASecretFromTheEnvironment() {
    Targets targets = read(Map.of("BROADSHEET_TARGETS_TELEGRAM_RU_CHAT_ID", "@news"));

    assertThat(targets.find("telegram-ru").orElseThrow().setting("chat-id")).contains("@news");
  }

  @Test
  void namesAMissingChannelOrLanguage() {
    properties.remove("broadsheet.targets.telegraph-ru.language");

    refused().hasMessageStartingWith("broadsheet.targets.telegraph-ru.language is missing");
  }

  @Test
  void namesAnUnknownChannel() {
    properties.put("broadsheet.targets.telegraph-ru.channel", "telegraf");

    refused()
        .hasMessageStartingWith("broadsheet.targets.telegraph-ru.channel is \"telegraf\"")
        .hasMessageContaining("telegraph, telegram, vk");
  }

  @Test
  void namesALanguageThatNoPostHas() {
    properties.put("broadsheet.targets.telegraph-ru.language", "de");

    refused().hasMessageStartingWith("broadsheet.targets.telegraph-ru.language is \"de\"");
  }

  @Test
  void refusesTwoTargetsOfOneChannelAndLanguage() {
    properties.put("broadsheet.targets.telegraph-more.channel", "telegraph");
    properties.put("broadsheet.targets.telegraph-more.language", "ru");

    refused().hasMessageContaining("telegraph-more").hasMessageContaining("telegraph_posted_at");
  }

  @Test
  void refusesACompanionThatIsNoTargetOfThatLanguage() {
    properties.put("broadsheet.targets.telegram-ru.companion", "telegraph-en");

    refused()
        .hasMessageStartingWith("broadsheet.targets.telegram-ru.companion is \"telegraph-en\"");
  }

  @Test
  void refusesACompanionThatWaitsItself() {
    properties.put("broadsheet.targets.telegraph-ru.companion", "telegram-ru");

    refused().hasMessageContaining("companion");
  }

  @Test
  void refusesASettingOfNoTarget() {
    properties.put("broadsheet.targets.telegrm-ru.token", "hush");

    refused()
        .hasMessageStartingWith("broadsheet.targets.telegrm-ru.token belongs to no target")
        .hasMessageNotContaining("hush");
  }

  @Test
  void refusesABadName() {
    properties.put("broadsheet.targets.Main.channel", "vk");

    refused().hasMessageStartingWith("broadsheet.targets.Main.*");
  }

  @Test
  void aMissingSettingNamesItsKey() {
    Target target = read().find("telegram-ru").orElseThrow();

    assertThatThrownBy(() -> target.require("token"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.targets.telegram-ru.token is missing");
  }

  @Test
  void neverPrintsASetting() {
    assertThat(read().all().toString()).doesNotContain("hush");
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refused() {
    return assertThatThrownBy(this::read).isInstanceOf(ConfigurationFault.class);
  }

  private Targets read() {
    return read(Map.of());
  }

  private Targets read(Map<String, String> environment) {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .withSources(
                new PropertiesConfigSource(properties, "test", 100),
                new EnvConfigSource(environment, 300))
            .build();
    return Targets.read(config, LANGUAGES);
  }
}
