package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.embedded.proxy.Direction;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.ProxiedConnection;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a network does to the connection on which the WAL comes. All else passes. */
class RelayNetworkIT {

  private static final Duration LATE = Duration.ofMinutes(10);

  /** The slot is free after 5 s; another replica has it and relays well within this. */
  private static final int TAKEN_OVER_S = 20;

  /** Silence is noticed after 10 s, and its engine may take as long as the driver waits, 30 s. */
  private static final int RECOVERED_S = 60;

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());
  private final TcpProxy proxy = TcpProxy.to("127.0.0.1", scene.database.server().port());
  private final AtomicReference<ProxiedConnection> stream = new AtomicReference<>();

  RelayNetworkIT() {
    proxy.watch(
        (connection, direction, bytes) -> {
          if (direction == Direction.TO_SERVER
              && new String(bytes, StandardCharsets.UTF_8).contains("START_REPLICATION")) {
            stream.set(connection);
          }
        });
  }

  @AfterEach
  void close() {
    scene.close();
    proxy.close();
  }

  enum Fault {
    RESET(stream -> stream.apply(Mode.reset())),
    CUT_WITHIN_A_MESSAGE(stream -> stream.apply(Direction.TO_CLIENT, Mode.cutAfter(100))),
    BLACK_HOLE(stream -> stream.apply(Mode.blackHole())),
    /** The server has seen the end of the connection, the engine does not know. */
    SERVER_GONE(
        stream -> {
          stream.apply(Direction.TO_CLIENT, Mode.blackHole());
          stream.apply(Direction.TO_SERVER, Mode.halfOpen());
        }),
    /** The engine has seen the end of the connection, the server does not know. */
    ENGINE_GONE(
        stream -> {
          stream.apply(Direction.TO_SERVER, Mode.blackHole());
          stream.apply(Direction.TO_CLIENT, Mode.halfOpen());
        });

    final Consumer<ProxiedConnection> strike;

    Fault(Consumer<ProxiedConnection> strike) {
      this.strike = strike;
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  @Case("R17")
  void everyRowIsRelayedAfterAFaultOfTheStream(Fault fault) {
    Relay relay = startUntilActive();
    UUID before = scene.insert();
    ProxiedConnection struck = stream.get();

    fault.strike.accept(struck);

    List<UUID> ids = List.of(before, scene.insert(), scene.insert("{\"text\": \"ж\"}"));
    RelayScene.within(RECOVERED_S).until(() -> ids.stream().allMatch(scene.topic::has));
    RelayScene.within(RECOVERED_S).until(() -> stream.get() != struck && isActive(relay));
    scene.awaitRelayed(scene.insert());
    assertThat(relay.status().restarts()).isEqualTo(1);
    assertThat(relay.isBeyondRepair()).isFalse();
  }

  @Test
  @Case("R17")
  void anotherReplicaTakesOverFromOneWhoseStreamIsSilentAndBothSaySo() {
    Relay silent = startUntilActive();
    Relay other = scene.start(LATE, RelayTiming.DEFAULT);
    RelayScene.within(30).until(() -> other.status().role().equals("standby"));

    stream.get().apply(Mode.blackHole());

    UUID id = scene.insert();
    RelayScene.within(TAKEN_OVER_S).until(() -> scene.topic.has(id));
    RelayScene.within(TAKEN_OVER_S).until(() -> isActive(other));
    assertThat(other.status().restarts()).isZero();
    RelayScene.within(RECOVERED_S).until(() -> silent.status().role().equals("standby"));
    assertThat(Stream.of(silent, other).map(relay -> relay.status().holder()))
        .containsOnly(other.status().replica());
    assertThat(silent.isBeyondRepair()).isFalse();
  }

  private Relay startUntilActive() {
    RelaySettings settings =
        scene.settings(
            LATE, "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/" + scene.database.name());
    Relay relay = scene.start(settings, RelayTiming.DEFAULT, scene.database.database());
    RelayScene.within(30).until(() -> relay.status().heartbeatAgeMs() != null);
    RelayScene.within(30).until(() -> isActive(relay));
    scene.awaitRelayed(scene.insert());
    return relay;
  }

  private static boolean isActive(Relay relay) {
    return relay.status().role().equals("active");
  }
}
