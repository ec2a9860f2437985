package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.generator.relay.Finding.Level;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.broadsheet.generator.testing.OwnServers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.postgresql.Driver;

/** Servers that somebody set up otherwise than the relay wants them. */
class PreflightServersIT {

  @Test
  void aServerThatDecodesNoWalIsAnErrorThatSaysWhatToSet() {
    try (OwnServers servers = OwnServers.startPostgreSql("wal_level=replica");
        MigratedDatabase database = servers.migratedDatabaseWithoutSlot()) {
      RelaySettings settings = settings(database, database.settings().slotName());

      assertThat(sentences(settings, Level.ERROR))
          .anyMatch(
              error ->
                  error.startsWith(
                      "broadsheet.relay.mode is cdc, but the server's wal_level is replica; set"
                          + " wal_level = logical and restart PostgreSQL, or set the mode to"
                          + " poll"));
      try (Relay relay = new Relay(settings, database.database(), fault -> {})) {
        assertThatThrownBy(relay::start)
            .isInstanceOf(ConfigurationFault.class)
            .hasMessageContaining("wal_level is replica");
      }
    }
  }

  @Test
  void whatIsTakenAndWhatIsLostAreWarningsThatSayWhatToDo() throws SQLException {
    try (OwnServers servers =
            OwnServers.startPostgreSql(
                "max_replication_slots=1", "max_wal_senders=1", "max_slot_wal_keep_size=16MB");
        RelayScene scene = new RelayScene(servers.migratedDatabase())) {
      RelaySettings own = scene.settings(Duration.ofMinutes(2));
      assertThat(sentences(own, Level.WARNING)).isEmpty();
      assertThat(sentences(settings(scene.database, "another"), Level.WARNING))
          .anyMatch(
              warning ->
                  warning.startsWith(
                      "max_replication_slots is 1, of which 1 are taken; raise it and restart"));

      try (Connection sender = replication(scene.database)) {
        assertThat(sender.isClosed()).isFalse();
        assertThat(sentences(own, Level.WARNING))
            .singleElement()
            .asString()
            .startsWith("max_wal_senders is 1, of which 1 are taken; raise it and restart");
      }

      scene.loseSlot();
      assertThat(sentences(own, Level.WARNING))
          .filteredOn(warning -> warning.startsWith("the slot "))
          .singleElement()
          .asString()
          .contains(" is lost (", "makes it anew and reconciles", "max_slot_wal_keep_size");
    }
  }

  @Test
  void aLocaleThatKnowsNoRussianLettersIsAWarningThatNamesOneThatDoes() throws SQLException {
    try (MigratedDatabase roles = MigratedDatabase.withSlot()) {
      String ascii = roles.name() + "_c";
      try (Connection superuser = roles.server().superuser("postgres")) {
        superuser
            .createStatement()
            .execute("create database " + ascii + " template template0 locale 'C'");
      }
      RelaySettings settings =
          settings(roles.server().url(ascii), roles.settings(), roles.settings().slotName());
      assertThat(sentences(settings, Level.WARNING))
          .contains("the locale is not known: pg_trgm is missing; run migrate");

      try (Connection superuser = roles.server().superuser(ascii)) {
        superuser.createStatement().execute("create extension pg_trgm");
      }

      assertThat(sentences(settings, Level.WARNING))
          .anyMatch(
              warning ->
                  warning.startsWith("the locale knows no letters beyond ASCII")
                      && warning.endsWith("initialise the database with C.UTF-8"));
    }
  }

  private static List<String> sentences(RelaySettings settings, Level level) {
    return new Preflight(settings, new RelayConnections(settings))
        .look().stream().filter(finding -> finding.is(level)).map(Finding::sentence).toList();
  }

  private static RelaySettings settings(MigratedDatabase database, String slot) {
    return settings(database.settings().url(), database.settings(), slot);
  }

  private static RelaySettings settings(String url, MigrateSettings migrated, String slot) {
    return new RelaySettings(
        true,
        url,
        "broadsheet_relay",
        migrated.relayPassword(),
        slot,
        Duration.ofMinutes(2),
        Duration.ofDays(30),
        migrated.bootstrapServers());
  }

  /** A session that takes a wal sender, as another's replication does. */
  private static Connection replication(MigratedDatabase database) throws SQLException {
    Properties session = new Properties();
    session.setProperty("user", "broadsheet_relay");
    session.setProperty("password", database.settings().relayPassword());
    session.setProperty("replication", "database");
    session.setProperty("assumeMinServerVersion", "15");
    session.setProperty("preferQueryMode", "simple");
    return new Driver().connect(database.settings().url(), session);
  }
}
