package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.PgBouncer;
import io.broadsheet.generator.relay.Finding.Level;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  void findsAllFineAfterMigrate() {
    assertThat(look(database.settings().url(), password()))
        .hasSizeGreaterThan(8)
        .allMatch(finding -> finding.is(Level.FINE), "is fine");
  }

  @Test
  void namesTheCredentialsWithoutTellingThem() {
    assertThat(sentence(look(database.settings().url(), "wrong-secret")))
        .startsWith("broadsheet.relay.user or broadsheet.relay.password is refused")
        .doesNotContain("wrong-secret");
  }

  @Test
  void namesADatabaseThatIsMissing() {
    assertThat(sentence(look(database.server().url("nowhere"), password())))
        .startsWith("broadsheet.relay.url names a database that does not exist");
  }

  @Test
  @Case("R11")
  void namesAPoolerWhoseUrlDoesNotShowIt() {
    assumeTrue(PgBouncer.isInstalled(), "the package pgbouncer is not installed");
    try (PgBouncer pooler =
        PgBouncer.start(database.server().port(), Map.of("broadsheet_relay", password()))) {
      assertThat(sentence(look(pooler.url(database.name()), password())))
          .startsWith("broadsheet.relay.url leads to a connection pooler")
          .contains("direct host");
    }
  }

  @Test
  void namesEverythingThatIsWrongAtOnceAndTheStartIsRefusedWithAllOfIt() throws SQLException {
    String publication = MigrateSettings.PUBLICATION;
    String foreign = "physical_" + database.name();
    asSuperuser("select pg_create_physical_replication_slot('" + foreign + "')");
    database.execute("alter publication " + publication + " drop table generator.outbox");
    database.execute("revoke delete on generator.relay_heartbeat from broadsheet_relay");
    RelaySettings settings = settings(database.settings().url(), password(), foreign);
    try {
      List<Finding> findings = new Preflight(settings, new RelayConnections(settings)).look();

      assertThat(findings.stream().filter(f -> f.is(Level.ERROR)).map(Finding::sentence))
          .anyMatch(
              error ->
                  error.contains(
                      "delete of broadsheet_relay on generator.relay_heartbeat; run migrate"))
          .anyMatch(
              error ->
                  error.startsWith("broadsheet.relay.slot-name ")
                      && error.contains("is no pgoutput slot"))
          .hasSize(2);
      assertThat(findings.stream().filter(f -> f.is(Level.TABLE_ONLY)).map(Finding::sentence))
          .singleElement()
          .asString()
          .contains("generator.outbox; run migrate");
      try (Relay relay = new Relay(settings, database.database(), fault -> {})) {
        assertThatThrownBy(relay::start)
            .isInstanceOf(ConfigurationFault.class)
            .hasMessageContaining("relay_heartbeat")
            .hasMessageContaining("generator.outbox")
            .hasMessageContaining("is no pgoutput slot");
      }
    } finally {
      database.execute("grant delete on generator.relay_heartbeat to broadsheet_relay");
      database.execute("alter publication " + publication + " add table generator.outbox");
      asSuperuser("select pg_drop_replication_slot('" + foreign + "')");
    }
    findsAllFineAfterMigrate();
  }

  @Test
  void namesAMissingReplicationRight() {
    assertThat(sentence(lookWithoutReplication()))
        .contains(
            "broadsheet.relay.user",
            "REPLICATION",
            "run migrate",
            "alter role broadsheet_generator replication",
            "grant rds_replication to broadsheet_generator");
  }

  @Test
  @Case("R15")
  void takesMembershipInAmazonsRoleForTheReplicationRight() throws SQLException {
    asSuperuser("create role rds_replication");
    try {
      assertThat(sentence(lookWithoutReplication())).contains("REPLICATION");
      asSuperuser("grant rds_replication to broadsheet_generator");

      assertThat(lookWithoutReplication())
          .filteredOn(finding -> finding.subject().equals("broadsheet.relay.user"))
          .allMatch(finding -> finding.is(Level.FINE), "is fine");
    } finally {
      asSuperuser("drop role rds_replication");
    }
  }

  private static List<Finding> lookWithoutReplication() {
    RelaySettings settings =
        new RelaySettings(
            true,
            database.settings().url(),
            "broadsheet_generator",
            password(),
            database.settings().slotName(),
            Duration.ofMinutes(2),
            Duration.ofDays(30),
            database.settings().bootstrapServers());
    return new Preflight(settings, new RelayConnections(settings)).look();
  }

  @Test
  void namesAMissingSlotAsAWarning() {
    RelaySettings settings = settings(database.settings().url(), password(), "missing");
    assertThat(new Preflight(settings, new RelayConnections(settings)).look())
        .filteredOn(finding -> !finding.is(Level.FINE))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.level()).isEqualTo(Level.WARNING);
              assertThat(finding.sentence()).contains("the slot missing is missing", "anew");
            });
  }

  /** As where something between takes the relay's own setting out of the login. */
  @ParameterizedTest
  @ValueSource(ints = {0, 60_000})
  void namesATimeoutThatKeepsASlotTaken(int milliseconds) {
    assertThat(
            look(
                database.settings().url() + "?options=-c%20wal_sender_timeout%3D" + milliseconds,
                password()))
        .filteredOn(finding -> !finding.is(Level.FINE))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.level()).isEqualTo(Level.WARNING);
              assertThat(finding.sentence())
                  .contains(
                      "wal_sender_timeout is " + milliseconds + " ms",
                      "stays taken",
                      "let the server accept the setting, or set it to 5s there");
            });
  }

  @Test
  void namesTopicsThatAdmitTooSmallMessages() throws Exception {
    ConfigResource topic =
        new ConfigResource(ConfigResource.Type.TOPIC, "broadsheet.post.telegraph");
    try (Admin admin =
        Admin.create(
            Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                database.settings().bootstrapServers()))) {
      admin
          .incrementalAlterConfigs(
              Map.of(
                  topic,
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("max.message.bytes", "1000000"),
                          AlterConfigOp.OpType.SET))))
          .all()
          .get();
    }
    Broker broker = new Broker(database.settings().bootstrapServers());
    RelayScene.within(20)
        .untilAsserted(
            () ->
                assertThat(broker.look())
                    .anyMatch(
                        f ->
                            f.is(Level.WARNING) && f.says().contains("broadsheet.post.telegraph")));

    Migrate.run(database.settings());

    RelayScene.within(20)
        .untilAsserted(() -> assertThat(broker.look()).allMatch(f -> f.is(Level.FINE)));
  }

  @Test
  void anUnreachableDatabaseIsNoFaultOfTheConfiguration() {
    RelaySettings settings = settings("jdbc:postgresql://127.0.0.1:1/broadsheet", "secret", "slot");
    try (Relay relay = new Relay(settings, database.database(), fault -> {})) {
      relay.start();
      RelayScene.within(20)
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
            Duration.ofDays(30),
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

  private static List<Finding> look(String url, String password) {
    RelaySettings settings = settings(url, password, database.settings().slotName());
    return new Preflight(settings, new RelayConnections(settings)).look();
  }

  private static String sentence(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.is(Level.ERROR))
        .map(Finding::sentence)
        .findFirst()
        .orElseThrow();
  }

  private static void asSuperuser(String sql) throws SQLException {
    try (Connection superuser = database.server().superuser("postgres")) {
      superuser.createStatement().execute(sql);
    }
  }

  private static RelaySettings settings(String url, String password, String slot) {
    return new RelaySettings(
        true,
        url,
        "broadsheet_relay",
        password,
        slot,
        Duration.ofMinutes(2),
        Duration.ofDays(30),
        database.settings().bootstrapServers());
  }
}
