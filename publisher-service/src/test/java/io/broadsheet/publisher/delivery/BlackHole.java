package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.embedded.proxy.PostgreSqlFault;
import io.broadsheet.publisher.testing.MigratedDatabase;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * A network that swallows a completion and hides the end of its connection from the server, so that
 * only {@code transaction_timeout} ends the session: neither our FIN nor any keepalive gets
 * through. That takes half a minute, in which other tests run; so it has a database and a thread of
 * its own.
 */
final class BlackHole implements AutoCloseable {

  private final MigratedDatabase database = new MigratedDatabase();
  private final PressBehindProxy press;
  private final Duration limit;
  private final CompletableFuture<Void> seen;

  /**
   * Strikes, and returns when it is seen that no other target is delayed.
   *
   * @param patience of the press's pool
   * @param limit for the one delivery
   */
  BlackHole(String completion, Duration patience, Duration limit) {
    this.limit = limit;
    press = new PressBehindProxy(database, patience);
    PostgreSqlFault fault = press.strike(PostgreSqlFault.beforeCommit(completion));
    long start = System.nanoTime();
    UUID hit = press.arrive(press.telegraph);
    await().atMost(PressBehindProxy.MOMENTS).until(fault::hasStruck);

    for (int i = 0; i < 5; i++) {
      press.awaitPosted(PressBehindProxy.MOMENTS, press.arrive(press.telegram), press.telegram);
    }
    assertThat(press.delivery("state", hit, press.telegraph)).isEqualTo("sending");
    seen = CompletableFuture.runAsync(() -> watch(hit, start), task -> new Thread(task).start());
  }

  private void watch(UUID hit, long start) {
    press.awaitPosted(limit, hit, press.telegraph);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(limit);
    press.assertEffects(2);
    press.awaitPosted(PressBehindProxy.MOMENTS, press.arrive(press.telegraph), press.telegraph);
  }

  /** Waits until the row is free and its delivery posted, once. */
  void awaitEnd() {
    seen.join();
  }

  @Override
  public void close() {
    press.close();
    database.close();
  }
}
