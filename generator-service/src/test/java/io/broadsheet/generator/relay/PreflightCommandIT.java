package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PreflightCommandIT {

  private static MigratedDatabase database;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> config = new HashMap<>();

  @BeforeAll
  static void migrate() {
    database = MigratedDatabase.withSlot();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void configure() {
    config.put("broadsheet.relay.url", database.settings().url());
    config.put("broadsheet.relay.user", "broadsheet_relay");
    config.put("broadsheet.relay.password", database.settings().relayPassword());
    config.put("broadsheet.relay.slot-name", database.settings().slotName());
    config.put("kafka.bootstrap.servers", database.settings().bootstrapServers());
  }

  @Test
  void listsWhatIsFineAndEndsWith0() {
    assertThat(run("preflight")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(
            "fine     wal_level is logical",
            "wal_sender_timeout is 5000 ms",
            "max_slot_wal_keep_size is 1GB",
            "Kafka has all topics")
        .doesNotContain("error", "warning", database.settings().relayPassword());
  }

  @Test
  void warningsAreNoFailure() {
    config.put("broadsheet.relay.slot-name", "nowhere");
    assertThat(run("preflight", "--json")).isZero();
    JsonObject answer = new JsonObject(out.toString(StandardCharsets.UTF_8));
    assertThat(answer.getBoolean("ready")).isTrue();
    assertThat(answer.getJsonArray("findings").stream().map(JsonObject.class::cast))
        .anyMatch(
            finding ->
                finding.getString("level").equals("warning")
                    && finding.getString("subject").equals("the slot nowhere"));
  }

  @Test
  void aServerThatCannotBeReachedIsAnError() {
    config.put("broadsheet.relay.url", "jdbc:postgresql://127.0.0.1:1/broadsheet");
    config.put("kafka.bootstrap.servers", "127.0.0.1:1");
    assertThat(run("preflight")).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("error    the relay cannot reach the database", "cannot reach Kafka");
  }

  @Test
  @Case("R11")
  void everyFaultOfTheConfigurationIsListed() {
    config.put("broadsheet.relay.url", "jdbc:postgresql://ep-x-pooler.eu.neon.tech/broadsheet");
    config.put("broadsheet.relay.slot-name", "Bad-Name");
    config.remove("broadsheet.relay.user");
    assertThat(run("preflight")).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(
            "error    broadsheet.relay.url leads to a connection pooler",
            "error    broadsheet.relay.slot-name may hold",
            "error    broadsheet.relay.user is missing");
  }

  @Test
  void inPollModeItLooksOverTheServicesOwnAddress() {
    config.keySet().removeIf(key -> key.matches("broadsheet\\.relay\\.(url|user|password)"));
    config.put("broadsheet.relay.mode", "poll");
    config.put(
        "quarkus.datasource.reactive.url", database.settings().url().replaceFirst("^jdbc:", ""));
    config.put("quarkus.datasource.password", database.settings().generatorPassword());

    assertThat(run("preflight")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(
            "fine     broadsheet.relay.mode is poll",
            "fine     the server is a primary",
            "fine     the roles have their rights",
            "warning  the slot " + database.settings().slotName() + " is left from cdc mode",
            "fine     the locale knows",
            "Kafka has all topics")
        .doesNotContain("error", database.settings().generatorPassword());

    config.put("quarkus.datasource.password", "wrong-secret");
    assertThat(run("preflight")).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("error    quarkus.datasource.username or quarkus.datasource.password is refused")
        .doesNotContain("wrong-secret");

    config.remove("quarkus.datasource.reactive.url");
    assertThat(run("preflight")).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("error    quarkus.datasource.reactive.url is missing");
  }

  @Test
  void aPublicationThatLacksATableIsAnError() {
    database.execute(
        "alter publication " + MigrateSettings.PUBLICATION + " drop table generator.outbox");
    try {
      assertThat(run("preflight")).isEqualTo(2);
      assertThat(out.toString(StandardCharsets.UTF_8))
          .contains("error    broadsheet.relay.url leads to a database where the publication");
    } finally {
      database.execute(
          "alter publication " + MigrateSettings.PUBLICATION + " add table generator.outbox");
    }
  }

  @Test
  void aBadOptionIsRefused() {
    assertThat(run("preflight", "--yaml")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("usage: preflight [--json]");
  }

  private int run(String... arguments) {
    return new PreflightCommand(
            () ->
                new SmallRyeConfigBuilder()
                    .withSources(new PropertiesConfigSource(config, "test", 100))
                    .build(),
            new PrintStream(out),
            new PrintStream(err))
        .run(arguments);
  }
}
