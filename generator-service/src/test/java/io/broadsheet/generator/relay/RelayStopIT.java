package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.embedded.proxy.Direction;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.util.HostSpec;

/** An engine that is to stop while it starts, which Debezium refuses. */
class RelayStopIT {

  private static final Duration LATE = Duration.ofMinutes(10);

  /** What the engine's tasks call themselves while they start. */
  private static final String STARTING = "Debezium General";

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());
  private final TcpProxy proxy = TcpProxy.to("127.0.0.1", scene.database.server().port());
  private volatile boolean starting;

  @AfterEach
  void close() {
    letGo();
    scene.close();
    proxy.close();
  }

  @Test
  @Case("R13")
  void anEngineThatIsStoppedWhileItStartsIsAskedAgainUntilItHasEnded() throws Exception {
    holdStartingTasks();
    try (KafkaSender sender = new KafkaSender(scene.database.settings().bootstrapServers())) {
      RelayEngine engine =
          new RelayEngine(
              EngineProperties.of(settings(), new HostSpec("127.0.0.1", proxy.port())),
              new ChangeHandler(sender, new RelayHealth(System::nanoTime), new LongAdder()));
      engine.start();
      RelayScene.within(20).until(() -> starting);

      assertThat(engine.close(Duration.ofSeconds(1))).isFalse();
      letGo();

      assertThat(engine.awaitEnd(20_000)).isTrue();
      RelayScene.within(20).until(() -> sessions().equals("0"));
    }
  }

  @Test
  @Case("R13")
  void noEngineIsStartedBesideOneThatDoesNotEnd() {
    holdStartingTasks();
    RelayTiming impatient =
        new RelayTiming(
            RelayScene.TICK,
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(3));
    Relay relay = scene.start(settings(), impatient, scene.database.database());

    RelayScene.within(30).until(relay::isBeyondRepair);

    assertThat(relay.status().lastError()).contains("has not ended within 1 s");
    assertThat(relay.status().role()).isEqualTo("stopped");
    assertThat(relay.status().restarts()).isZero();

    threads("relay-supervisor").forEach(Thread::interrupt);

    RelayScene.within(20).until(() -> threads("relay-engine-close").count() > 1);
    assertThat(relay.status().restarts()).isZero();

    letGo();

    UUID id = scene.insert();
    scene.awaitRelayed(id);
    RelayScene.within(20).until(() -> relay.status().role().equals("active"));
    assertThat(relay.isBeyondRepair()).isFalse();
    assertThat(relay.status().restarts()).isEqualTo(1);
  }

  private RelaySettings settings() {
    return scene.settings(
        LATE, "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/" + scene.database.name());
  }

  private static Stream<Thread> threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name));
  }

  private void holdStartingTasks() {
    proxy.watch(
        (connection, direction, bytes) -> {
          if (direction == Direction.TO_SERVER
              && new String(bytes, StandardCharsets.UTF_8).contains(STARTING)) {
            connection.apply(Mode.stall());
            starting = true;
          }
        });
  }

  private void letGo() {
    proxy.watch((connection, direction, bytes) -> {});
    proxy.apply(Mode.pass());
  }

  private String sessions() {
    return scene
        .database
        .query(
            "select count(*) from pg_stat_activity where datname = current_database()"
                + " and application_name like 'Debezium%'")
        .get(0);
  }
}
