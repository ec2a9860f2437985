package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The holder is a process of its own, the standby is here. */
class TakeOverIT {

  private static final Logger LOG = Logger.getLogger(TakeOverIT.class);

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());
  private Process holder;

  @AfterEach
  void close() throws InterruptedException {
    holder.destroyForcibly().waitFor();
    scene.close();
  }

  @Test
  void aStandbyTakesOverFromAHolderThatIsKilled() throws Exception {
    Relay standby = standby();

    holder.destroyForcibly();

    takesOver(standby, "kill -9", Duration.ofSeconds(10));
  }

  @Test
  void aStandbyTakesOverFromAHolderThatIsFrozenWhichThenStandsBy() throws Exception {
    Relay standby = standby();

    RelayScene.signal("-STOP", Long.toString(holder.pid()));
    try {
      takesOver(standby, "a freeze", Duration.ofSeconds(20));
    } finally {
      RelayScene.signal("-CONT", Long.toString(holder.pid()));
    }

    scene.awaitRelayed(scene.insert());
    RelayScene.within(20).until(() -> standby.status().role().equals("active"));
  }

  private void takesOver(Relay standby, String after, Duration limit) {
    long begun = System.nanoTime();
    scene.awaitRelayed(scene.insert());
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    LOG.infof("a row was relayed %d ms after %s of the holder", took.toMillis(), after);
    assertThat(took).isLessThan(limit);
    RelayScene.within(20).until(() -> standby.status().role().equals("active"));
    assertThat(standby.status().restarts()).isZero();
  }

  private Relay standby() throws IOException {
    MigrateSettings migrated = scene.database.settings();
    holder =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    RelayProcess.class.getName(),
                    migrated.url(),
                    migrated.relayPassword(),
                    migrated.slotName(),
                    migrated.bootstrapServers()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    scene.awaitRelayed(scene.insert());
    RelayScene.within(30)
        .until(
            () ->
                scene
                    .database
                    .query("select count(*) > 0 from generator.relay_heartbeat where holder <> ''")
                    .equals(List.of("t")));
    UUID before = scene.insert();
    scene.awaitRelayed(before);
    Relay standby = scene.start();
    RelayScene.within(30).until(() -> standby.status().role().equals("standby"));
    return standby;
  }
}
