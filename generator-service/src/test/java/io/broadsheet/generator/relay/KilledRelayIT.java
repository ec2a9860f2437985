package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.common.cases.Case;
import io.broadsheet.embedded.proxy.Direction;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.generator.testing.GeneratorProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service, killed while it relays the rows of one transaction. */
class KilledRelayIT {

  private static final int ROWS = 200;

  /** Of the stream, so that about a quarter of the transaction arrives. */
  private static final int PASSED_BYTES = 500_000;

  private static final String TRANSACTION =
      """
      insert into generator.outbox (destination, target, aggregate_id, type, payload)
      select 'post.telegram', 'telegram-ru', gen_random_uuid(), 'post',
          jsonb_build_object('n', n, 'text', repeat('x', 10000))
      from generate_series(1, %d) n
      """
          .formatted(ROWS);

  @TempDir Path folder;

  private final RelayBehindProxy behindProxy = new RelayBehindProxy();
  private final RelayScene scene = behindProxy.scene;

  @AfterEach
  void close() {
    behindProxy.close();
  }

  @Test
  @Case("R1")
  void everyRowOfATransactionIsSentByTheNextProcess() throws Exception {
    List<UUID> ids;
    try (GeneratorProcess killed = start("killed", behindProxy.url())) {
      behindProxy.stream().apply(Direction.TO_CLIENT, Mode.blackHoleAfter(PASSED_BYTES));
      scene.database.execute(TRANSACTION);
      ids =
          scene.database.query("select id from generator.outbox order by seq").stream()
              .map(UUID::fromString)
              .toList();

      scene.awaitRelayed(ids.get(0));
      killed.kill();
    }
    scene.topic.readToEnd();
    assertThat(scene.topic.has(ids.get(ROWS - 1))).isFalse();

    try (GeneratorProcess next = start("next", scene.database.settings().url())) {
      ids.forEach(scene::awaitRelayed);

      // By the stream, which begins the transaction anew; nobody waits for the reconciler.
      RelayScene.within(30).until(() -> relayed(next) == ROWS);
    }
  }

  private GeneratorProcess start(String name, String url) throws IOException {
    GeneratorProcess generator =
        GeneratorProcess.start(
            scene.database,
            Files.createDirectory(folder.resolve(name)),
            GeneratorProcess.shippedOptions(),
            Map.of("broadsheet.relay.url", url));
    RelayScene.within(60)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> generator.relay().hasNonNull("lastHeartbeatAt"));
    return generator;
  }

  private static long relayed(GeneratorProcess generator) throws Exception {
    JsonNode relay = generator.relay();
    return relay.path("relayed").asLong();
  }
}
