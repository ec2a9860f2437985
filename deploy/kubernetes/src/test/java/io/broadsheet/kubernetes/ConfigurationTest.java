package io.broadsheet.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.config.Languages;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.common.target.Target;
import io.broadsheet.common.target.Targets;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The configuration of both stacks is valid, and each container gets its own secrets only. */
class ConfigurationTest {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([A-Z_]+)}");

  /** Whose container reads the secrets of which keys. */
  private static final Map<String, List<String>> KEYS =
      Map.of(
          "generator",
          List.of("broadsheet.writers.", "broadsheet.translator.", "broadsheet.relay."),
          "publisher",
          List.of("broadsheet.targets."),
          "migrate",
          List.of("broadsheet.migrate.", "broadsheet.roles."));

  /** Where a stack's configuration and secrets stand. */
  enum Stack {
    COMPOSE(DeployFolder.DOCKER) {
      @Override
      Map<String, String> secrets(String container) throws IOException {
        Map<?, ?> services = (Map<?, ?>) DeployFolder.yaml(DeployFolder.COMPOSE).get("services");
        Map<?, ?> environment =
            (Map<?, ?>) ((Map<?, ?>) services.get(container)).get("environment");
        Map<String, String> secrets = new TreeMap<>();
        environment.forEach((name, value) -> secrets.put((String) name, fallback((String) value)));
        return secrets;
      }
    },
    KUBERNETES(DeployFolder.OVERLAY) {
      @Override
      Map<String, String> secrets(String container) {
        return DeployFolder.properties(
            DeployFolder.OVERLAY.resolve("secret/" + container + ".env"));
      }
    };

    private final Path folder;

    Stack(Path folder) {
      this.folder = folder;
    }

    abstract Map<String, String> secrets(String container) throws IOException;

    Map<String, String> properties() {
      return DeployFolder.properties(folder.resolve("broadsheet.properties"));
    }

    // ${NAME:-fallback}
    private static String fallback(String value) {
      return value.replaceAll("\\$\\{[A-Z_]+:-([^}]*)}", "$1");
    }
  }

  @ParameterizedTest
  @EnumSource
  void migrateFindsAllItNeeds(Stack stack) throws IOException {
    MigrateSettings settings = MigrateSettings.read(config(stack, "migrate"));

    assertThat(settings.cdc()).isTrue();
    assertThat(settings.relayPassword())
        .as("the generator's relay signs in with it")
        .isEqualTo(stack.secrets("generator").get("RELAY_PASSWORD"));
    assertThat(settings.generatorPassword())
        .isEqualTo(stack.secrets("generator").get("QUARKUS_DATASOURCE_PASSWORD"));
    assertThat(settings.publisherPassword())
        .isEqualTo(stack.secrets("publisher").get("QUARKUS_DATASOURCE_PASSWORD"));
  }

  @ParameterizedTest
  @EnumSource
  void bothServicesReadTheFiveTargets(Stack stack) throws IOException {
    for (String service : List.of("generator", "publisher")) {
      Config config = config(stack, service);
      assertThat(Targets.read(config, Languages.read(config).all()).all())
          .extracting(Target::name)
          .containsExactly("telegram-en", "telegram-ru", "telegraph-en", "telegraph-ru", "vk-ru");
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachContainerGetsTheSecretsItReadsAndNoOther(Stack stack) throws IOException {
    for (String container : KEYS.keySet()) {
      Set<String> given = new TreeSet<>(stack.secrets(container).keySet());
      given.removeIf(name -> name.startsWith("QUARKUS_DATASOURCE_"));
      assertThat(given).as(container).isEqualTo(placeholders(stack, KEYS.get(container)));
    }
    assertThat(placeholders(stack, List.of("")))
        .isEqualTo(
            placeholders(
                stack, KEYS.values().stream().flatMap(List::stream).collect(Collectors.toList())));
  }

  @Test
  void theTwoStacksAreConfiguredAlike() {
    assertThat(Stack.KUBERNETES.properties()).isEqualTo(Stack.COMPOSE.properties());
  }

  private static Set<String> placeholders(Stack stack, List<String> prefixes) {
    Set<String> names = new TreeSet<>();
    stack
        .properties()
        .forEach(
            (key, value) -> {
              if (prefixes.stream().anyMatch(key::startsWith)) {
                PLACEHOLDER.matcher(value).results().forEach(match -> names.add(match.group(1)));
              }
            });
    return names;
  }

  private static Config config(Stack stack, String container) throws IOException {
    Map<String, String> values = new HashMap<>(stack.properties());
    values.putAll(stack.secrets(container));
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .withSources(new PropertiesConfigSource(values, "stack", 100))
        .build();
  }
}
