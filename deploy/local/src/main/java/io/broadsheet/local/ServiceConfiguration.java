package io.broadsheet.local;

import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.common.target.Target;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Writes the configuration files of both services. Each gets only the secrets it needs: the
 * generator of a target no more than its kind, the publisher no writer's.
 */
final class ServiceConfiguration {
  // All that the generator reads of a target (Targets, Publication). Named are these, not the
  // secrets, so that no channel's new setting can slip through.
  private static final Pattern GENERATORS_TARGET_KEY =
      Pattern.compile(Pattern.quote(Target.PREFIX) + "[^.]+\\.(?:channel|language|companion)");
  // Above the jars' own settings (250) and below the environment (300).
  private static final String ORDINAL = "290";

  private final DataDirectory data;
  private final Ports ports;
  private final Secrets secrets;
  private final PaperConfiguration paper;

  ServiceConfiguration(DataDirectory data, Ports ports, Secrets secrets, PaperConfiguration paper) {
    this.data = data;
    this.ports = ports;
    this.secrets = secrets;
    this.paper = paper;
  }

  /** Writes {@code config/generator.properties} anew. */
  Path writeGenerator() {
    Map<String, String> properties = new HashMap<>(paper.properties());
    properties
        .keySet()
        .removeIf(
            key -> key.startsWith(Target.PREFIX) && !GENERATORS_TARGET_KEY.matcher(key).matches());
    properties.putAll(stack("generator", ports.generator()));
    properties.put("broadsheet.relay.url", jdbcUrl());
    properties.put("broadsheet.relay.user", "broadsheet_relay");
    properties.put("broadsheet.relay.password", secrets.of("relay"));
    return write("generator", properties);
  }

  /** Writes {@code config/publisher.properties} anew. */
  Path writePublisher() {
    Map<String, String> properties = new HashMap<>(paper.properties());
    properties
        .keySet()
        .removeIf(
            key ->
                key.startsWith("broadsheet.writers.") || key.startsWith("broadsheet.translator."));
    properties.putAll(stack("publisher", ports.publisher()));
    return write("publisher", properties);
  }

  private Map<String, String> stack(String service, int port) {
    return Map.of(
        "quarkus.http.host",
        "127.0.0.1",
        "quarkus.http.port",
        Integer.toString(port),
        "quarkus.datasource.reactive.url",
        "postgresql://127.0.0.1:" + ports.postgresql() + "/broadsheet",
        "quarkus.datasource.username",
        "broadsheet_" + service,
        "quarkus.datasource.password",
        secrets.of(service),
        "kafka.bootstrap.servers",
        bootstrapServers());
  }

  private Path write(String service, Map<String, String> properties) {
    properties.put("config_ordinal", ORDINAL);
    StringWriter content = new StringWriter();
    // Properties escapes what a value may hold; it is sorted for whoever compares two of them.
    for (String key : new TreeSet<>(properties.keySet())) {
      Properties one = new Properties();
      one.setProperty(key, properties.get(key));
      content.append(line(one)).append('\n');
    }
    Path file = data.configuration(service);
    data.writePrivately(file, content.toString());
    return file;
  }

  private static String line(Properties one) {
    StringWriter out = new StringWriter();
    try {
      one.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString().lines().filter(line -> !line.startsWith("#")).findFirst().orElseThrow();
  }

  /** What {@code migrate} is run with. */
  MigrateSettings migrate() {
    boolean cdc = !"poll".equals(paper.properties().get("broadsheet.relay.mode"));
    return new MigrateSettings(
        jdbcUrl(),
        "broadsheet_migrator",
        secrets.of("migrator"),
        secrets.of("generator"),
        secrets.of("publisher"),
        secrets.of("relay"),
        cdc,
        paper.properties().getOrDefault("broadsheet.relay.slot-name", MigrateSettings.DEFAULT_SLOT),
        bootstrapServers(),
        3,
        (short) 1,
        Duration.ofDays(365));
  }

  private String jdbcUrl() {
    return "jdbc:postgresql://127.0.0.1:" + ports.postgresql() + "/broadsheet";
  }

  private String bootstrapServers() {
    return "127.0.0.1:" + ports.kafka();
  }
}
