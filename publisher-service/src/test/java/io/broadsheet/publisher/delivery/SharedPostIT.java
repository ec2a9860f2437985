package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.embedded.proxy.PostgreSqlFault;
import io.broadsheet.embedded.proxy.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** One post at two targets, whose completions stamp the same row, with the service's own bounds. */
class SharedPostIT extends PressTestBase {

  private static final Duration MOMENTS = Duration.ofSeconds(5);

  /** The server's own transaction_timeout ends a session that holds the row after 30 s. */
  private static final Duration SOONER_THAN_THE_SERVER = Duration.ofSeconds(20);

  private final ScriptedChannel telegraphApi = new ScriptedChannel();
  private final ScriptedChannel telegramApi = new ScriptedChannel();
  private final OpenTarget telegraph = target("telegraph-ru", telegraphApi, policy());
  private final OpenTarget telegram = target("telegram-ru", telegramApi, policy());
  private final DueSignals signals = new DueSignals();

  @Test
  @Case("D20")
  void aCompletionThatTheNetworkSwallowsHoldsUpThePostsOtherChannelForMomentsOnly() {
    try (TcpProxy network = TcpProxy.to("127.0.0.1", database.port())) {
      DeliverySteps steps =
          steps(database.replica(network.port()), signals, "one", telegraph, telegram);
      Dispatcher dispatcher =
          new Dispatcher(
              List.of(telegraph, telegram), steps, signals, new Random(1), Duration.ofSeconds(30));
      dispatcher.start();
      try {
        // What would commit is lost, and neither our FIN nor any keepalive gets through.
        PostgreSqlFault fault = PostgreSqlFault.beforeCommit("select token from posted");
        network.watch(fault);
        UUID post = post();
        arrive(post, telegraph);
        await().atMost(MOMENTS).until(fault::hasStruck);

        arrive(post, telegram);

        awaitPosted(SOONER_THAN_THE_SERVER, post, telegram);
        awaitPosted(SOONER_THAN_THE_SERVER, post, telegraph);
        UUID next = post();
        arrive(next, telegram);
        awaitPosted(MOMENTS, next, telegram);
        assertThat(telegraphApi.sent).hasSize(1);
        assertThat(telegramApi.sent).hasSize(2);
      } finally {
        dispatcher.stop(Duration.ofSeconds(5));
      }
    }
  }

  private void arrive(UUID post, OpenTarget target) {
    due(post, target);
    signals.raise(target.name());
  }

  private static void awaitPosted(Duration atMost, UUID post, OpenTarget target) {
    await().atMost(atMost).until(() -> delivery("state", post, target).equals("posted"));
  }
}
