package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.embedded.FreePorts;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code broadsheet.relay.url} with two hosts, of which the second one serves. */
class RelayHostsIT {

  private static final Duration LATE = Duration.ofMinutes(10);

  private final RelayScene scene = new RelayScene(MigratedDatabase.withSlot());

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  @Case("R14")
  void theSecondHostIsReadWhereTheFirstRefuses() {
    streams(FreePorts.next());
  }

  @Test
  @Case("R14")
  void theSecondHostIsReadWhereTheFirstIsSilent() {
    try (TcpProxy silent = TcpProxy.to("127.0.0.1", scene.database.server().port())) {
      silent.apply(Mode.blackHole());
      streams(silent.port());
    }
  }

  private void streams(int first) {
    RelaySettings settings =
        scene.settings(
            LATE,
            "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/%s"
                .formatted(first, scene.database.server().port(), scene.database.name()));

    Relay relay = scene.start(settings, RelayTiming.DEFAULT, scene.database.database());

    RelayScene.within(60).until(() -> relay.status().heartbeatAgeMs() != null);
    scene.awaitRelayed(scene.insert());
    RelayScene.within(20).until(() -> relay.status().relayed() == 1);
    assertThat(relay.status().reconciled()).isZero();
  }
}
