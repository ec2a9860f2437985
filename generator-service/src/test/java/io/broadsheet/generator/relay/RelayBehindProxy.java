package io.broadsheet.generator.relay;

import io.broadsheet.embedded.proxy.Direction;
import io.broadsheet.embedded.proxy.ProxiedConnection;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** A scene whose relays read the WAL by way of a proxy, on a connection that a test can strike. */
final class RelayBehindProxy implements AutoCloseable {

  private static final Duration LATE = Duration.ofMinutes(10);

  final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());
  private final TcpProxy proxy = TcpProxy.to("127.0.0.1", scene.database.server().port());
  private final AtomicReference<ProxiedConnection> stream = new AtomicReference<>();

  RelayBehindProxy() {
    proxy.watch(
        (connection, direction, bytes) -> {
          if (direction == Direction.TO_SERVER
              && new String(bytes, StandardCharsets.UTF_8).contains("START_REPLICATION")) {
            stream.set(connection);
          }
        });
  }

  /** The newest connection on which the WAL comes. */
  ProxiedConnection stream() {
    return stream.get();
  }

  /** Where a relay finds the WAL by way of the proxy. */
  String url() {
    return "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/" + scene.database.name();
  }

  /** Starts a relay whose WAL comes through the proxy. */
  Relay startUntilActive() {
    RelaySettings settings = scene.settings(LATE, url());
    Relay relay = scene.start(settings, RelayScene.SHORT_GRACE, scene.database.database());
    RelayScene.within(30).until(() -> relay.status().heartbeatAgeMs() != null);
    RelayScene.within(30).until(() -> isActive(relay));
    scene.awaitRelayed(scene.insert());
    return relay;
  }

  /** Starts one whose WAL comes straight from the server. */
  Relay startBeside() {
    return scene.start(LATE, RelayScene.SHORT_GRACE);
  }

  static boolean isActive(Relay relay) {
    return relay.status().role().equals("active");
  }

  @Override
  public void close() {
    scene.close();
    proxy.close();
  }
}
