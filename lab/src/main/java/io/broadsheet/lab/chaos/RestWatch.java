package io.broadsheet.lab.chaos;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Waits until nothing moves any more. */
final class RestWatch {

  private static final Duration STEP = Duration.ofMillis(500);

  /** Rests when twice in a row nothing is left to do. */
  private static final int LOOKS = 2;

  // A dead letter moves no more; what it means is the auditor's business.
  private static final String LEFT =
      """
      select
        (select count(*) from generator.outbox o
         where not exists (select from publisher.delivery d where d.event_id = o.id)
           and not exists (select from publisher.command c where c.id = o.id)
           and not exists (select from publisher.dead_letter l where l.outbox_id = o.id))
        + (select count(*) from publisher.delivery
           where state in ('pending', 'sending', 'retry', 'unknown') or lease_until is not null)
        + (select count(*) from publisher.command where result is null)
        + (select count(*) from publisher.replay where state in ('waiting', 'running'))
      """;

  private static final String BEGUN =
      "select count(distinct target) from publisher.delivery where state = 'posted'";

  private final ChaosStack stack;
  private final Editions editions;
  private final ChaosLog log;

  RestWatch(ChaosStack stack, Editions editions, ChaosLog log) {
    this.stack = stack;
    this.editions = editions;
    this.log = log;
  }

  /**
   * Waits.
   *
   * @return how long it took; empty if it was not over by the limit
   */
  Optional<Duration> await(Duration limit) throws InterruptedException, SQLException {
    long start = System.nanoTime();
    int looks = 0;
    for (long n = 0; System.nanoTime() - start < limit.toNanos(); n++) {
      int unfinished = editions.orderUnfinished();
      long left = left();
      looks = unfinished + left == 0 ? looks + 1 : 0;
      if (looks == LOOKS) {
        return Optional.of(Duration.ofNanos(System.nanoTime() - start));
      }
      if (n % 10 == 0) {
        log.line(
            "editions unfinished: %d; rows, deliveries and orders: %d".formatted(unfinished, left));
      }
      Thread.sleep(STEP.toMillis());
    }
    return Optional.empty();
  }

  /**
   * Waits until each target has a post: of a private Telegram channel's very first message no probe
   * can tell whether it is there.
   *
   * @param targets how many there are
   * @throws IllegalStateException if one has none by the limit
   */
  void awaitFirstPosts(int targets, Duration limit) throws InterruptedException, SQLException {
    long start = System.nanoTime();
    while (count(BEGUN) < targets) {
      if (System.nanoTime() - start > limit.toNanos()) {
        throw new IllegalStateException("a target had no post within " + limit);
      }
      Thread.sleep(STEP.toMillis());
    }
  }

  private long left() throws SQLException {
    return count(LEFT);
  }

  private long count(String sql) throws SQLException {
    try (Connection connection = stack.owner();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
