package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Sighting;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** An API that hangs, asked by a press whose pool has one connection (invariant I7). */
class NothingHeldIT extends DispatcherTestBase {

  private static final Duration MOMENTS = Duration.ofSeconds(10);

  private final CountDownLatch verified = new CountDownLatch(1);
  private final CountDownLatch looked = new CountDownLatch(1);
  private final ScriptedChannel telegramApi = new ScriptedChannel();
  private final OpenTarget telegram = target("telegram-ru", telegramApi, policy());

  @Test
  void noConnectionAndNoTransactionIsHeldOverAnyQuestionToAnApi() {
    Database pool = database.replicaOf(1);
    telegramApi.whileVerifying = () -> until(verified);
    telegramApi.answer =
        (form, call) -> {
          untilReleased();
          return new Outcome.Unknown("timeout", "hung");
        };
    telegramApi.whileProbing = () -> until(looked);
    telegramApi.sighting = new Sighting.Found("3", "https://t.me/x/3");
    UUID post = post();
    due(post, telegram);

    start(pool, "one", signals, telegram);
    await().atMost(PATIENCE).until(() -> telegramApi.verifications.size() == 1);
    assertNothingHeld(pool);
    verified.countDown();

    await().atMost(PATIENCE).until(() -> telegramApi.inFlight.get() == 1);
    assertNothingHeld(pool);
    assertThat(delivery("state", post, telegram)).isEqualTo("sending");
    release.countDown();

    await().atMost(PATIENCE).until(() -> telegramApi.probes.size() == 1);
    assertNothingHeld(pool);
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    looked.countDown();

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
  }

  private static void assertNothingHeld(Database pool) {
    assertThat(pool.run("select 1").size()).isEqualTo(1);
    // What the watch asks is over at once; what is held would be ended after 15 s, by the server.
    await().atMost(MOMENTS).until(() -> database.heldByPublishers().isEmpty());
  }
}
