package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.embedded.FreePorts;
import io.broadsheet.embedded.TestStack;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.testing.MigratedDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that goes away (57P01) and comes back. */
class DatabaseRestartIT extends PressTestBase {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String PASSWORD = "restart";

  @TempDir static Path folder;
  private static EmbeddedPostgreSql.Settings server;
  private static TcpProxy network;

  @BeforeAll
  static void migrate() {
    server =
        new EmbeddedPostgreSql.Settings(
            folder.resolve("data"),
            Path.of(
                System.getProperty("java.io.tmpdir"),
                "broadsheet-binaries-" + System.getProperty("user.name")),
            folder.resolve("log"),
            FreePorts.next(),
            false,
            PASSWORD,
            PASSWORD);
    EmbeddedPostgreSql running = EmbeddedPostgreSql.start(server);
    MigrateSettings settings =
        new MigrateSettings(
            running.url(),
            EmbeddedPostgreSql.MIGRATOR,
            PASSWORD,
            PASSWORD,
            PASSWORD,
            PASSWORD,
            false,
            "unused",
            TestStack.shared().bootstrapServers(),
            3,
            (short) 1,
            Duration.ofDays(365));
    Migrate.run(settings);
    database = new MigratedDatabase(running, settings);
    network = TcpProxy.to("127.0.0.1", server.port());
    first = database.replica(network.port());
  }

  @AfterAll
  static void stopServer() {
    network.close();
    EmbeddedPostgreSql.at(server).stop();
  }

  @Test
  @Case("D11")
  void anEffectWhoseRecordFailsIsSettledOnceWhenTheDatabaseIsBack() {
    ScriptedChannel api = new ScriptedChannel();
    OpenTarget telegram = target("telegram-ru", api, policy());
    CountDownLatch down = new CountDownLatch(1);
    api.answer =
        (form, call) -> {
          EmbeddedPostgreSql.at(server).stop();
          down.countDown();
          return new Outcome.Posted("7", "https://t.me/x/7");
        };
    DueSignals signals = new DueSignals();
    Dispatcher dispatcher =
        new Dispatcher(
            List.of(telegram),
            steps(first, signals, "one", telegram),
            signals,
            new Random(1),
            Duration.ofSeconds(30));
    UUID post = post();
    due(post, telegram);
    dispatcher.start();
    try {
      await().atMost(PATIENCE).until(() -> down.getCount() == 0);
      int before = network.accepted();
      // Whoever looks for what is due tries once a second; the record is tried more often.
      await().atMost(PATIENCE).until(() -> network.accepted() >= before + 4);
      EmbeddedPostgreSql.start(server);

      await().atMost(PATIENCE).until(() -> delivery("state", post, telegram).equals("posted"));
      assertThat(delivery("external_id", post, telegram)).isEqualTo("7");
      assertThat(
              database.query(
                  "select id::text from generator.blog_posts where telegram_posted_at is not null"))
          .containsExactly(post.toString());

      api.answer = (form, call) -> new Outcome.Posted("8", "https://t.me/x/8");
      UUID next = post();
      due(next, telegram);
      signals.raise("telegram-ru");
      await().atMost(PATIENCE).until(() -> delivery("state", next, telegram).equals("posted"));
      assertThat(api.sent).hasSize(2);
    } finally {
      dispatcher.stop(Duration.ofSeconds(5));
    }
  }
}
