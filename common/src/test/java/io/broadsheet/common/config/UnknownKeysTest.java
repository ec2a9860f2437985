package io.broadsheet.common.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownKeysTest {

  @ParameterizedTest
  @CsvSource({
    "broadsheet.aproval.mode, broadsheet.approval.mode",
    "broadsheet.approval.hold.for, broadsheet.approval.hold-for",
    "%lab.broadsheet.relay.reconcile_after, broadsheet.relay.reconcile-after",
    "broadsheet.budget.dayly, broadsheet.budget.daily",
    "broadsheet.editorial.wendesday, broadsheet.editorial.wednesday",
    "broadsheet.writers.anna.modle, broadsheet.writers.anna.model",
    "broadsheet.targets.vk-ru.acces-token, broadsheet.targets.vk-ru.access-token",
    "broadsheet.translater.model, broadsheet.translator.model",
    "broadsheet.Zone, broadsheet.zone",
  })
  void aMisspeltKeyIsNamedWithTheOneThatIsMostLikeIt(String key, String meant) {
    assertThatThrownBy(() -> UnknownKeys.refuse(file(Map.of(key, "x"))))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(key + " is unknown; did you mean " + meant + "?");
  }

  @Test
  void whereNoKeyIsLikeItNoneIsNamed() {
    assertThatThrownBy(() -> UnknownKeys.refuse(file(Map.of("broadsheet.colour-of-the-sky", "x"))))
        .hasMessage(
            "broadsheet.colour-of-the-sky is unknown; docs/configuration.md lists every key");
  }

  @ParameterizedTest
  @CsvSource({
    "BROADSHEET_APROVAL_MODE, BROADSHEET_APPROVAL_MODE",
    "BROADSHEET_WRITERS_ANNA_MODLE, BROADSHEET_WRITERS_ANNA_MODEL",
  })
  void aMisspeltVariableIsNamedAsItIs(String name, String meant) {
    assertThatThrownBy(() -> UnknownKeys.refuse(environment(name)))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(name + " is unknown; did you mean " + meant + "?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BROADSHEET_APPROVAL_HOLD_FOR",
        "broadsheet.approval.hold-for",
        "BROADSHEET_ZONE",
        "BROADSHEET_TARGETS_TELEGRAM_RU_ACCESS_TOKEN",
        "BROADSHEET_TARGETS_MY_OWN_PAGE_RU_ACCESS_TOKEN",
        "BROADSHEET_WRITERS_DEEP_SEEK_PRICE_INPUT",
        "BROADSHEET_WRITERS_A_EXTRA_HEADERS_X_TITLE",
        "BROADSHEET_TRANSLATOR_BASE_URL",
        "BROADSHEET_ROLES_RELAY_PASSWORD",
        // What compose reads, and what Kubernetes sets for Services of such names.
        "BROADSHEET_JARS",
        "BROADSHEET_CONFIG",
        "BROADSHEET_SERVICE_HOST",
        "BROADSHEET_GENERATOR_SERVICE_PORT_HTTP",
        "BROADSHEET_PORT",
        "BROADSHEET_GENERATOR_PORT_8080_TCP_ADDR",
        "BROADSHEETS",
        "LLM_API_KEY",
      })
  void whatAVariableMayMeanIsTaken(String name) {
    assertThatCode(() -> UnknownKeys.refuse(environment(name))).doesNotThrowAnyException();
  }

  @Test
  void aHeadersNameIsFree() {
    assertThatCode(
            () ->
                UnknownKeys.refuse(
                    file(Map.of("broadsheet.writers.a.extra-headers.\"X.Dotted-Name\"", "x"))))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "deploy/docker/broadsheet.properties",
        "deploy/kubernetes/overlays/sandbox/broadsheet.properties",
        "deploy/local/src/main/resources/io/broadsheet/local/sandbox.properties",
        "deploy/local/live.properties.example",
        "generator-service/src/main/resources/application.properties",
        "publisher-service/src/main/resources/application.properties",
      })
  void everyFileThatIsShippedPasses(String name) throws IOException {
    String text =
        Files.readString(Path.of("..").resolve(name)).replaceAll("(?m)^# ?(?=broadsheet\\.)", "");
    Properties properties = new Properties();
    properties.load(new StringReader(text));
    Map<String, String> read = new HashMap<>();
    properties.forEach((key, value) -> read.put((String) key, (String) value));

    assertThatCode(() -> UnknownKeys.refuse(file(read))).doesNotThrowAnyException();
  }

  private static Config file(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(properties, "file", 100))
        .build();
  }

  private static Config environment(String name) {
    return new SmallRyeConfigBuilder()
        .withSources(new EnvConfigSource(Map.of(name, "x"), 300))
        .build();
  }
}
