package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.database.Database;
import io.broadsheet.embedded.proxy.PostgreSqlFault;
import io.broadsheet.embedded.proxy.TcpProxy;
import io.broadsheet.publisher.testing.MigratedDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * The engine as it runs, at two targets, with a network between its pool and the database that
 * fails when told to.
 */
final class PressBehindProxy implements AutoCloseable {

  /** How long what nothing delays may take. */
  static final Duration MOMENTS = Duration.ofSeconds(5);

  final ScriptedChannel telegraphApi = new ScriptedChannel();
  final OpenTarget telegraph =
      PressTestBase.target("telegraph-ru", telegraphApi, PressTestBase.policy());
  final OpenTarget telegram =
      PressTestBase.target("telegram-ru", new ScriptedChannel(), PressTestBase.policy());
  final TcpProxy network;
  private final DeliveryRows rows;
  private final DueSignals signals = new DueSignals();
  private final Dispatcher dispatcher;

  /**
   * Starts it, and has it post once to each target.
   *
   * @param patience of its pool
   */
  PressBehindProxy(MigratedDatabase database, Duration patience) {
    rows = new DeliveryRows(database);
    network = TcpProxy.to("127.0.0.1", database.port());
    Database replica = database.replica(network.port(), patience);
    DeliverySteps steps = PressTestBase.steps(replica, signals, "one", telegraph, telegram);
    dispatcher =
        new Dispatcher(
            List.of(telegraph, telegram), steps, signals, new Random(1), Duration.ofSeconds(30));
    dispatcher.start();
    awaitPosted(MOMENTS, arrive(telegraph), telegraph);
    awaitPosted(MOMENTS, arrive(telegram), telegram);
  }

  /** Makes the network wait for the moment of a fault. */
  PostgreSqlFault strike(PostgreSqlFault fault) {
    network.watch(fault);
    return fault;
  }

  /** A new delivery, of which the engine is told. */
  UUID arrive(OpenTarget target) {
    UUID post = rows.post();
    rows.due(DeliveryRows.event(post, target, "slug"), target, Duration.ZERO);
    signals.raise(target.name());
    return post;
  }

  /** A column of a delivery. */
  String delivery(String column, UUID post, OpenTarget target) {
    return rows.delivery(column, post, target);
  }

  void awaitPosted(Duration atMost, UUID post, OpenTarget target) {
    await().atMost(atMost).until(() -> delivery("state", post, target).equals("posted"));
  }

  /** Telegraph was called so often, for another delivery each time. */
  void assertEffects(int count) {
    assertThat(telegraphApi.sent.stream().map(ScriptedChannel.Sent::key))
        .hasSize(count)
        .doesNotHaveDuplicates();
  }

  @Override
  public void close() {
    dispatcher.stop(Duration.ofSeconds(5));
    network.close();
  }
}
