package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PreflightIT {

  private static MigratedDatabase database;

  @BeforeAll
  static void migrate() {
    database = MigratedDatabase.withSlot();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Test
  void findsNothingAfterMigrate() throws SQLException {
    preflight(database.settings().url(), password()).check();
  }

  @Test
  void namesTheCredentialsWithoutTellingThem() {
    assertThatThrownBy(() -> preflight(database.settings().url(), "wrong-secret").check())
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.relay.user or broadsheet.relay.password is refused")
        .hasMessageNotContaining("wrong-secret");
  }

  @Test
  void namesADatabaseThatIsMissing() {
    String url = database.stack().postgreSql().url("nowhere");
    assertThatThrownBy(() -> preflight(url, password()).check())
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.relay.url names a database that does not exist");
  }

  @Test
  void namesAPublicationThatLacksATable() throws SQLException {
    String publication = MigrateSettings.PUBLICATION;
    database.execute("alter publication " + publication + " drop table generator.outbox");
    try {
      assertThatThrownBy(() -> preflight(database.settings().url(), password()).check())
          .isInstanceOf(ConfigurationFault.class)
          .hasMessageContaining("generator.outbox; run migrate");
    } finally {
      database.execute("alter publication " + publication + " add table generator.outbox");
    }
    preflight(database.settings().url(), password()).check();
  }

  @Test
  void namesAMissingReplicationRight() {
    RelaySettings settings =
        new RelaySettings(
            true,
            database.settings().url(),
            "broadsheet_generator",
            password(),
            database.settings().slotName(),
            Duration.ofMinutes(2),
            database.settings().bootstrapServers());
    assertThatThrownBy(() -> new Preflight(settings, new RelayConnections(settings)).check())
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("broadsheet.relay.user")
        .hasMessageContaining("REPLICATION")
        .hasMessageContaining("run migrate");
  }

  @Test
  void namesAForeignSlot() throws SQLException {
    String name = "physical_" + database.name();
    try (Connection superuser = database.stack().postgreSql().superuser("postgres")) {
      superuser
          .createStatement()
          .execute("select pg_create_physical_replication_slot('" + name + "')");
    }
    RelaySettings settings = settings(database.settings().url(), password(), name);
    assertThatThrownBy(() -> new Preflight(settings, new RelayConnections(settings)).check())
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("is no pgoutput slot");
  }

  @Test
  void anUnreachableDatabaseIsNoFaultOfTheConfiguration() {
    RelaySettings settings = settings("jdbc:postgresql://127.0.0.1:1/broadsheet", "secret", "slot");
    try (Relay relay = new Relay(settings, database.database(), fault -> {})) {
      relay.start();
      RelayScene.within(10)
          .until(() -> relay.readinessFault().orElse("").contains("cannot reach the database"));
      assertThat(relay.isBeyondRepair()).isFalse();
    }
  }

  @Test
  void anUnreachableBrokerIsWaitedFor() {
    MigrateSettings migrated = database.settings();
    RelaySettings settings =
        new RelaySettings(
            true,
            migrated.url(),
            "broadsheet_relay",
            password(),
            migrated.slotName(),
            Duration.ofMinutes(2),
            "127.0.0.1:1");
    try (Relay relay = new Relay(settings, database.database(), fault -> {})) {
      relay.start();
      RelayScene.within(20)
          .until(() -> relay.readinessFault().orElse("").contains("cannot reach Kafka"));
    }
  }

  private static String password() {
    return database.settings().relayPassword();
  }

  private static Preflight preflight(String url, String password) {
    RelaySettings settings = settings(url, password, database.settings().slotName());
    return new Preflight(settings, new RelayConnections(settings));
  }

  private static RelaySettings settings(String url, String password, String slot) {
    return new RelaySettings(
        true,
        url,
        "broadsheet_relay",
        password,
        slot,
        Duration.ofMinutes(2),
        database.settings().bootstrapServers());
  }
}
