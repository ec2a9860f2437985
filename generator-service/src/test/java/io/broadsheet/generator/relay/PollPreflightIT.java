package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.database.OwnDatabase;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.relay.Finding.Level;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.broadsheet.generator.testing.TestConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PollPreflightIT {

  private final RelayScene scene = new RelayScene(MigratedDatabase.withoutSlot());

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void findsAllFineAfterMigrate() {
    assertThat(look(scene.database, scene.database.settings().slotName()))
        .hasSize(4)
        .allMatch(finding -> finding.is(Level.FINE), "is fine");
  }

  @Test
  void missingRightsRefuseTheStartInBothModes() throws SQLException {
    List<String> rights =
        List.of(
            "update on generator.lease",
            "insert on generator.reconciliation",
            "select on publisher.command");
    for (String right : rights) {
      scene.database.execute("revoke " + right + " from broadsheet_generator");
    }
    String[] lacking = {
      "update of broadsheet_generator on generator.lease",
      "insert of broadsheet_generator on generator.reconciliation",
      "select of broadsheet_generator on publisher.command"
    };

    try (Relay relay =
        new Relay(scene.settings(Duration.ofMinutes(2)), scene.database.database(), fault -> {})) {
      assertThatThrownBy(relay::start)
          .isInstanceOf(ConfigurationFault.class)
          .hasMessageContainingAll(lacking)
          .hasMessageContaining("run migrate");
    }
    try (Connection connection = scene.database.server().migrator(scene.database.name())) {
      assertThat(TableFindings.rightsInCdc(Facts.of(connection)).sentence()).contains(lacking);
    }
  }

  @Test
  void aSlotThatIsLeftIsAWarningThatSaysHowToDropItAndAnothersIsNone() {
    try (MigratedDatabase before = MigratedDatabase.withSlot()) {
      String slot = before.settings().slotName();

      assertThat(look(before, slot))
          .filteredOn(finding -> !finding.is(Level.FINE))
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.level()).isEqualTo(Level.WARNING);
                assertThat(finding.sentence())
                    .startsWith("the slot " + slot + " is left from cdc mode")
                    .contains("keeps WAL", "select pg_drop_replication_slot('" + slot + "')");
              });
      assertThat(look(scene.database, slot)).allMatch(finding -> finding.is(Level.FINE));
    }
  }

  @Test
  void aLocaleThatKnowsNoRussianLettersIsAWarning() throws SQLException {
    String ascii = scene.database.name() + "_c";
    try (Connection superuser = scene.database.server().superuser("postgres")) {
      superuser
          .createStatement()
          .execute("create database " + ascii + " template template0 locale 'C'");
    }
    try (Connection superuser = scene.database.server().superuser(ascii)) {
      superuser.createStatement().execute("create extension pg_trgm");
    }
    try (OwnDatabase own =
        OwnDatabase.open(
            TestConfig.of(
                Map.of(
                    "quarkus.datasource.reactive.url",
                    scene.database.server().url(ascii).replaceFirst("^jdbc:", ""),
                    "quarkus.datasource.password",
                    scene.database.settings().generatorPassword())))) {
      assertThat(new PollPreflight("a", own.database()).look())
          .anyMatch(
              finding ->
                  finding.is(Level.WARNING)
                      && finding.sentence().startsWith("the locale knows no letters beyond ASCII"));
    }
  }

  @Test
  void aDatabaseThatIsAwayIsWaitedFor() {
    UUID waiting = scene.insert();
    try (TcpProxy network = TcpProxy.to("127.0.0.1", scene.database.server().port())) {
      network.apply(Mode.reset());

      Relay relay =
          scene.start(
              scene.settings(Duration.ofMinutes(2)),
              RelayTiming.DEFAULT,
              scene.database.databaseBehind(network.port()));

      RelayScene.within(30)
          .until(
              () ->
                  relay
                      .readinessFault()
                      .orElse("")
                      .contains("cannot look at the database (quarkus.datasource.reactive.url)"));
      network.apply(Mode.pass());
      scene.awaitRelayed(waiting);
      RelayScene.within(30).until(() -> relay.readinessFault().isEmpty());
    }
  }

  private static List<Finding> look(MigratedDatabase database, String slot) {
    return new PollPreflight(slot, database.database()).look();
  }
}
