package io.broadsheet.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedKafkaIT {
  @TempDir Path folder;
  private EmbeddedKafka broker;

  @AfterEach
  void stop() {
    if (broker != null) {
      broker.stop();
    }
  }

  @Test
  void keepsItsTopicsOverStopKillAndOtherPorts() throws Exception {
    broker = EmbeddedKafka.launch(settings(FreePorts.next())).awaitReady();
    try (Admin admin = admin()) {
      admin
          .createTopics(List.of(new NewTopic("kept", Optional.of(2), Optional.empty())))
          .all()
          .get();
    }
    broker.stop();
    assertFalse(broker.process().isAlive());

    broker = EmbeddedKafka.launch(settings(FreePorts.next())).awaitReady();
    broker.kill();

    broker = EmbeddedKafka.launch(settings(FreePorts.next())).awaitReady();
    try (Admin admin = admin()) {
      assertEquals(Set.of("kept"), admin.listTopics().names().get());
    }
  }

  @Test
  void saysWhyItDoesNotStart() {
    int port = FreePorts.next();
    broker = EmbeddedKafka.launch(settings(port)).awaitReady();
    EmbeddedKafka second =
        EmbeddedKafka.launch(
            new EmbeddedKafka.Settings(
                folder.resolve("other"), folder.resolve("other.log"), port, FreePorts.next()));
    String message = assertThrows(IllegalStateException.class, second::awaitReady).getMessage();
    assertTrue(message.contains("Address already in use"), message);
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  private EmbeddedKafka.Settings settings(int port) {
    return new EmbeddedKafka.Settings(
        folder.resolve("data"), folder.resolve("log"), port, FreePorts.next());
  }
}
