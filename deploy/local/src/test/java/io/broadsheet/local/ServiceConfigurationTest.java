package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.ZoneId;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceConfigurationTest {
  @TempDir Path folder;
  private DataDirectory data;
  private ServiceConfiguration configuration;
  private Secrets secrets;

  @BeforeEach
  void configure() {
    data = DataDirectory.open(folder);
    secrets = Secrets.of(data);
    configuration =
        new ServiceConfiguration(
            data,
            Ports.DEFAULTS,
            secrets,
            PaperConfiguration.sandbox("http://127.0.0.1:8090", ZoneId.of("UTC")));
  }

  @Test
  void givesTheGeneratorNoTargetsSecrets() throws IOException {
    Properties generator = read(configuration.writeGenerator());
    assertEquals(secrets.of("generator"), generator.getProperty("quarkus.datasource.password"));
    assertEquals(secrets.of("relay"), generator.getProperty("broadsheet.relay.password"));
    assertEquals("sandbox", generator.getProperty("broadsheet.writers.anna.api-key"));
    assertEquals("telegram", generator.getProperty("broadsheet.targets.telegram-ru.channel"));
    assertTrue(
        generator.stringPropertyNames().stream()
            .noneMatch(key -> key.startsWith("broadsheet.targets.") && key.endsWith("token")));
  }

  @Test
  void tellsTheGeneratorOfATargetNoMoreThanItReads() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("paper.properties"),
            """
            broadsheet.writers.alpha.base-url = https://api.example.org/v1
            broadsheet.writers.alpha.api-key = key
            broadsheet.writers.alpha.model = alpha
            broadsheet.translator.base-url = https://api.example.org/v1
            broadsheet.translator.api-key = key
            broadsheet.translator.model = alpha
            broadsheet.targets.telegraph-ru.channel = telegraph
            broadsheet.targets.telegraph-ru.language = ru
            broadsheet.targets.telegraph-ru.access-token = private-1
            broadsheet.targets.bluesky-ru.channel = bluesky
            broadsheet.targets.bluesky-ru.language = ru
            broadsheet.targets.bluesky-ru.identifier = paper.example
            broadsheet.targets.bluesky-ru.app-password = private-2
            broadsheet.targets.bluesky-ru.companion = telegraph-ru
            broadsheet.targets.webhook-ru.channel = webhook
            broadsheet.targets.webhook-ru.language = ru
            broadsheet.targets.webhook-ru.base-url = https://hooks.example.org/private-3
            broadsheet.targets.webhook-ru.secret = private-4
            """);
    ServiceConfiguration live =
        new ServiceConfiguration(
            data, Ports.DEFAULTS, secrets, PaperConfiguration.live(file, Map.of()));

    Properties generator = read(live.writeGenerator());

    assertEquals(
        Set.of(
            "telegraph-ru.channel",
            "telegraph-ru.language",
            "bluesky-ru.channel",
            "bluesky-ru.language",
            "bluesky-ru.companion",
            "webhook-ru.channel",
            "webhook-ru.language"),
        generator.stringPropertyNames().stream()
            .filter(key -> key.startsWith("broadsheet.targets."))
            .map(key -> key.substring("broadsheet.targets.".length()))
            .collect(Collectors.toSet()));
    assertFalse(generator.toString().contains("private-"));
  }

  @Test
  void givesThePublisherNoWritersKeys() throws IOException {
    Properties publisher = read(configuration.writePublisher());
    assertEquals(secrets.of("publisher"), publisher.getProperty("quarkus.datasource.password"));
    assertEquals("vk-sandbox", publisher.getProperty("broadsheet.targets.vk-ru.access-token"));
    assertTrue(
        publisher.stringPropertyNames().stream()
            .noneMatch(key -> key.endsWith("api-key") || key.startsWith("broadsheet.relay.")));
  }

  @Test
  void isForItsOwnersEyesOnly() throws IOException {
    Path file = configuration.writePublisher();
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("secrets"))));
    assertFalse(configuration.migrate().toString().contains(secrets.of("migrator")));
  }

  private static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
    }
    return properties;
  }
}
