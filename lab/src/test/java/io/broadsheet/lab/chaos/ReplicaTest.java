package io.broadsheet.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaTest {

  @Test
  void tellsWhetherItWasDownWhenItIsStarted(@TempDir Path folder) {
    Replica replica =
        new Replica(
            "publisher-1", List.of("sleep", "600"), Map.of(), folder.resolve("publisher-1.log"));
    try {
      replica.start();
      assertThat(replica.startIfDown()).isFalse();

      replica.kill();

      assertThat(replica.startIfDown()).isTrue();
      assertThat(replica.startIfDown()).isFalse();
    } finally {
      replica.kill();
    }
  }
}
