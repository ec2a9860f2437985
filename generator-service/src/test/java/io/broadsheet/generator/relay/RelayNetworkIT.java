package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.embedded.proxy.Direction;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.ProxiedConnection;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a network, or a server that stands still, does to the connection on which the WAL comes. All
 * else passes. Each fault strikes a relay of its own, one after the other, and all wait out their
 * silence at the same time.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class RelayNetworkIT {

  /** The slot is free after 5 s; another replica has it and relays well within this. */
  private static final int TAKEN_OVER_S = 20;

  /** Silence is noticed after 10 s, and its engine may take as long as the driver waits, 30 s. */
  private static final int RECOVERED_S = 60;

  /** Gives up quickly. */
  private static final RelayTiming IMPATIENT =
      new RelayTiming(
          RelayScene.TICK,
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          RelayTiming.DEFAULT.stop(),
          Duration.ofSeconds(1),
          Duration.ofSeconds(10));

  private final ExecutorService onlookers = Executors.newCachedThreadPool();
  private final List<AutoCloseable> scenes = new ArrayList<>();
  private final Map<Fault, CompletableFuture<Void>> recoveries = new EnumMap<>(Fault.class);
  private CompletableFuture<Void> recoveryOfTheFrozen;

  @BeforeAll
  void strike() {
    RelayScene scene = kept(new RelayScene(MigratedDatabase.withSlot()));
    Relay frozen = scene.startUntilActive(Duration.ofMinutes(10), IMPATIENT);
    recoveryOfTheFrozen =
        CompletableFuture.runAsync(() -> livesThroughAFreeze(scene, frozen), onlookers);
    for (Fault fault : Fault.values()) {
      RelayBehindProxy behindProxy = kept(new RelayBehindProxy());
      Relay relay = behindProxy.startUntilActive();
      recoveries.put(
          fault, CompletableFuture.runAsync(() -> recovers(behindProxy, relay, fault), onlookers));
    }
  }

  @AfterAll
  void close() throws Exception {
    onlookers.shutdown();
    for (AutoCloseable scene : scenes) {
      scene.close();
    }
  }

  enum Fault {
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
        }),
    RESET(stream -> stream.apply(Mode.reset())),
    CUT_WITHIN_A_MESSAGE(stream -> stream.apply(Direction.TO_CLIENT, Mode.cutAfter(100)));

    final Consumer<ProxiedConnection> strike;

    Fault(Consumer<ProxiedConnection> strike) {
      this.strike = strike;
    }
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  @Case("R17")
  void everyRowIsRelayedAfterAFaultOfTheStream(Fault fault) {
    recoveries.get(fault).join();
  }

  private static void recovers(RelayBehindProxy behindProxy, Relay relay, Fault fault) {
    RelayScene scene = behindProxy.scene;
    UUID before = scene.insert();
    ProxiedConnection struck = behindProxy.stream();

    fault.strike.accept(struck);

    List<UUID> ids = List.of(before, scene.insert(), scene.insert("{\"text\": \"ж\"}"));
    RelayScene.within(RECOVERED_S).until(() -> ids.stream().allMatch(scene.topic::has));
    RelayScene.within(RECOVERED_S)
        .until(() -> behindProxy.stream() != struck && RelayBehindProxy.isActive(relay));
    scene.awaitRelayed(scene.insert());
    assertThat(relay.status().restarts()).isEqualTo(1);
    assertThat(relay.isBeyondRepair()).isFalse();
  }

  @Test
  @Order(1)
  @Case("R17")
  void anotherReplicaTakesOverFromOneWhoseStreamIsSilentAndBothSaySo() {
    RelayBehindProxy behindProxy = kept(new RelayBehindProxy());
    RelayScene scene = behindProxy.scene;
    Relay silent = behindProxy.startUntilActive();
    Relay other = behindProxy.startBeside();
    RelayScene.within(30).until(() -> other.status().role().equals("standby"));

    behindProxy.stream().apply(Mode.blackHole());

    UUID id = scene.insert();
    RelayScene.within(TAKEN_OVER_S).until(() -> scene.topic.has(id));
    RelayScene.within(TAKEN_OVER_S).until(() -> RelayBehindProxy.isActive(other));
    assertThat(other.status().restarts()).isZero();
    RelayScene.within(RECOVERED_S).until(() -> silent.status().role().equals("standby"));
    assertThat(Stream.of(silent, other).map(relay -> relay.status().holder()))
        .containsOnly(other.status().replica());
    assertThat(silent.isBeyondRepair()).isFalse();
  }

  @Test
  @Case("R5")
  void aSilentStreamIsRestartedAndLivenessFailsWhileThatDoesNotHelp() {
    recoveryOfTheFrozen.join();
  }

  private static void livesThroughAFreeze(RelayScene scene, Relay relay) {
    RelayLiveness liveness = new RelayLiveness(relay);
    assertThat(liveness.call().getStatus()).isEqualTo(Status.UP);
    String walSender = scene.slot("active_pid");
    RelayScene.signal("-STOP", walSender);
    try {
      RelayScene.within(60).until(() -> liveness.call().getStatus() == Status.DOWN);
      assertThat(relay.status().restarts()).isPositive();
      assertThat(relay.status().lastError()).contains("gave no sign of life");
    } finally {
      RelayScene.signal("-CONT", walSender);
    }

    scene.awaitRelayed(scene.insert());
    RelayScene.within(30).until(() -> relay.status().role().equals("active"));
    assertThat(liveness.call().getStatus()).isEqualTo(Status.UP);
  }

  private <T extends AutoCloseable> T kept(T scene) {
    scenes.add(scene);
    return scene;
  }
}
