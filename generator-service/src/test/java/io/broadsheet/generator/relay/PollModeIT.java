package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.database.QuietPoll;
import io.broadsheet.generator.testing.MigratedDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PollModeIT {

  private final RelayScene scene = new RelayScene(MigratedDatabase.withoutSlot());

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void sendsAtStartAndWhenWokenAndRemembersWhatItSent() {
    UUID before = scene.insert();
    Relay relay = scene.start();
    scene.awaitRelayed(before);
    assertThat(relay.status().role()).isEqualTo("active");
    assertThat(relay.readinessFault()).isEmpty();

    UUID after = scene.insert();
    relay.wake();

    scene.awaitRelayed(after);
    RelayScene.within(20).until(() -> relay.status().reconciled() == 2);
    assertThat(scene.topic.of(before)).hasSize(1);
    assertThat(scene.topic.of(after)).hasSize(1);
  }

  @Test
  void asksTheDatabaseNothingWhileNothingIsPublished() {
    Relay relay = scene.start();
    UUID first = scene.insert();
    relay.wake();
    scene.awaitRelayed(first);
    RelayScene.within(20).until(() -> relay.status().reconciled() == 1);
    // Every quarter of an hour it asks by itself.
    RelayScene.within(20)
        .until(() -> QuietPoll.untilNext(Duration.ofMinutes(15), Instant.now()).toSeconds() >= 10);
    UUID unannounced = scene.insert();

    RelayScene.within(10)
        .during(Duration.ofSeconds(4))
        .until(() -> scene.topic.of(unannounced).isEmpty());
  }
}
