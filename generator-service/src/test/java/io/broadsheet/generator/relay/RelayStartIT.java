package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.testing.MigratedDatabase;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RelayStartIT {

  private final MigratedDatabase database = MigratedDatabase.withoutSlot();

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aFaultThatLastsIsLookedAtAgainOnlyAfterAPause() {
    RelaySettings settings =
        new RelaySettings(
            false,
            database.settings().url(),
            "broadsheet_relay",
            database.settings().relayPassword(),
            database.settings().slotName(),
            Duration.ofMinutes(2),
            Duration.ofDays(30),
            null);
    try (Relay relay = new Relay(settings, database.database(), fault -> {})) {
      relay.start();

      RelayScene.within(20).until(RelayStartIT::pauses);
      assertThat(relay.readinessFault().orElse("")).contains("could not look");
    }
  }

  /** One that repeats without a pause never waits for a time. */
  private static boolean pauses() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread ->
                thread.getName().equals("relay-start")
                    && thread.getState() == Thread.State.TIMED_WAITING);
  }
}
