package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Sighting;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a stop does with the calls in flight. */
class ShutdownIT extends DispatcherTestBase {

  private final ScriptedChannel telegramApi = new ScriptedChannel();

  @Test
  @Case("D14")
  void aStopWaitsForTheCallInFlightAndClaimsNothingMore() throws Exception {
    OpenTarget telegram = target("telegram-ru", telegramApi, policy());
    telegramApi.answer =
        (rendered, call) -> {
          untilReleased();
          return new Outcome.Posted("1", "");
        };
    Dispatcher dispatcher = start(first, "one", signals, telegram);
    UUID inFlight = post();
    due(inFlight, telegram);
    signals.raise("telegram-ru");
    await().atMost(PATIENCE).until(() -> telegramApi.inFlight.get() == 1);
    UUID waiting = post();
    due(waiting, telegram);

    Thread stopping = new Thread(() -> dispatcher.stop(Duration.ofSeconds(20)));
    stopping.start();
    await().atMost(PATIENCE).until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
    release.countDown();
    stopping.join(20_000);

    assertThat(stopping.isAlive()).isFalse();
    assertThat(delivery("state", inFlight, telegram)).isEqualTo("posted");
    assertThat(delivery("state", waiting, telegram)).isEqualTo("pending");
  }

  @Test
  @Case("D14")
  void aCallThatOutlastsTheDrainIsFoundByAnotherReplicaAndNotRepeated() {
    OpenTarget telegram = target("telegram-ru", telegramApi, policy());
    // Unlike a latch it is deaf to the interrupt at the drain's end, as a process that is gone.
    CompletableFuture<Outcome> unread = new CompletableFuture<>();
    telegramApi.answer = (rendered, call) -> unread.join();
    unread.orTimeout(60, TimeUnit.SECONDS);
    Dispatcher stopped = start(first, "one", signals, telegram);
    UUID post = post();
    due(post, telegram);
    signals.raise("telegram-ru");
    await().atMost(PATIENCE).until(() -> telegramApi.inFlight.get() == 1);

    stopped.stop(Duration.ofSeconds(1));

    assertThat(delivery("state", post, telegram)).isEqualTo("sending");
    CountDownLatch looked = new CountDownLatch(1);
    ScriptedChannel sameApi = new ScriptedChannel();
    sameApi.sighting = new Sighting.Found("3", "https://t.me/x/3");
    sameApi.whileProbing = () -> until(looked);
    endLease(post);
    start(second, "other", new DueSignals(), target("telegram-ru", sameApi, policy()));
    await().atMost(PATIENCE).until(() -> sameApi.probes.size() == 1);
    assertThat(delivery("state", post, telegram)).isEqualTo("unknown");
    looked.countDown();

    await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
    assertThat(delivery("external_id", post, telegram)).isEqualTo("3");
    assertThat(telegramApi.sent).hasSize(1);
    assertThat(sameApi.sent).isEmpty();
    unread.cancel(false);
  }
}
