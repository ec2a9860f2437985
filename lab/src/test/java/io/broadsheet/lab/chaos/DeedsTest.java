package io.broadsheet.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeedsTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final FaultKind KILL = FaultKind.KILL_PUBLISHER;

  @TempDir private Path folder;
  private Deeds deeds;

  @BeforeEach
  void open() {
    deeds =
        new Deeds(
            new ChaosLog(
                new PrintStream(OutputStream.nullOutputStream()), folder.resolve("chaos.log")));
  }

  @Test
  void countsADeedWhenItIsDone() throws Exception {
    CountDownLatch go = new CountDownLatch(1);

    assertThat(deeds.begin(KILL, Set.of("publisher-1"), go::await)).isTrue();
    assertThat(deeds.done()).isEmpty();
    go.countDown();
    deeds.end(LIMIT);

    assertThat(deeds.done()).isEqualTo(Map.of(KILL, 1));
    assertThat(deeds.failures()).isEmpty();
  }

  @Test
  void countsNoDeedThatFailedAndSaysWhy() throws Exception {
    deeds.begin(
        KILL,
        Set.of(),
        () -> {
          throw new IllegalStateException("it had ended by itself");
        });
    deeds.begin(
        FaultKind.DROP_SLOT,
        Set.of(),
        () -> {
          throw new NoClassDefFoundError("gone");
        });
    deeds.end(LIMIT);

    assertThat(deeds.done()).isEmpty();
    assertThat(deeds.failures())
        .hasSize(2)
        .anyMatch(failure -> failure.contains("KILL_PUBLISHER") && failure.contains("by itself"))
        .anyMatch(failure -> failure.contains("DROP_SLOT") && failure.contains("gone"));
  }

  @Test
  void hitsNoPartThatIsDownAlready() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    deeds.begin(KILL, Set.of("publisher-1"), go::await);

    assertThat(
            deeds.begin(FaultKind.OFFSETS_TO_EARLIEST, Set.of("broker", "publisher-1"), () -> {}))
        .isFalse();
    assertThat(deeds.begin(FaultKind.KILL_BROKER, Set.of("broker"), () -> {})).isTrue();
    go.countDown();
    deeds.end(LIMIT);

    assertThat(deeds.done()).isEqualTo(Map.of(KILL, 1, FaultKind.KILL_BROKER, 1));
  }
}
