package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A start in {@code cdc} mode that finds pool and Kafka well, but not what the stream needs. */
class RelayTableFirstIT {

  private static final Duration SOON = Duration.ofSeconds(1);
  private static final int START_S = 60;

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  @Case("R19")
  void rowsGoOutWhileTheDirectAddressIsAwayAndTheStreamBeginsWhenItIsBack() {
    try (TcpProxy direct = TcpProxy.to("127.0.0.1", scene.database.server().port());
        LogLines log = LogLines.of(Relay.class)) {
      direct.apply(Mode.reset());
      UUID waiting = scene.insert();

      Relay relay =
          scene.start(
              scene.settings(
                  SOON,
                  "jdbc:postgresql://127.0.0.1:%d/%s"
                      .formatted(direct.port(), scene.database.name())),
              RelayTiming.DEFAULT,
              scene.database.database());

      scene.awaitRelayed(waiting);
      RelayScene.within(START_S).until(() -> relay.status().reconciled() > 0);
      assertThat(relay.readinessFault().orElse(""))
          .contains("cannot reach the database (broadsheet.relay.url", Reconciler.MEANWHILE);
      assertThat(log.contain(Reconciler.MEANWHILE)).isTrue();
      assertThat(relay.status().role()).isEqualTo("stopped");
      assertThat(relay.isBeyondRepair()).isFalse();

      direct.apply(Mode.pass());

      RelayScene.within(START_S).until(() -> relay.status().role().equals("active"));
      assertThat(relay.readinessFault()).isEmpty();
      long relayed = relay.status().relayed();
      scene.insert();
      RelayScene.within(START_S).until(() -> relay.status().relayed() > relayed);
    }
  }

  @Test
  @Case("R19")
  void rowsGoOutWhileThePublicationLacksATable() {
    scene.database.execute(
        "alter publication " + MigrateSettings.PUBLICATION + " drop table generator.outbox");
    UUID waiting = scene.insert();

    Relay relay = scene.start(SOON);

    scene.awaitRelayed(waiting);
    RelayScene.within(START_S)
        .untilAsserted(
            () ->
                assertThat(relay.readinessFault().orElse(""))
                    .contains("lacks inserts of generator.outbox; run migrate", "reconciler only"));
    assertThat(relay.isBeyondRepair()).isFalse();

    Migrate.run(scene.database.settings());

    RelayScene.within(START_S).until(() -> relay.status().role().equals("active"));
    assertThat(relay.readinessFault()).isEmpty();
  }
}
