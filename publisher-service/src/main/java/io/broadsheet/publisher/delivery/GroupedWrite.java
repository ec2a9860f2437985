package io.broadsheet.publisher.delivery;

import io.broadsheet.common.database.Database;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Writes the rows of many callers in few statements: while one statement runs, rows queue up, and
 * the next takes them all. Only where the last statement had several rows does the next wait for
 * company, for some 4 ms at most and as long as more comes: a lone row is written at once. There is
 * no thread for it: one of the callers writes for the others and hands over when it is done.
 *
 * <p>The statement must be safe to repeat and guard each row by itself. A row that PostgreSQL
 * refuses does not fail its neighbours: the group is then written row by row. A connection that
 * hangs holds up the caller that writes and, for a while, those whose rows it has; the others go on
 * without it.
 *
 * @param <W> a row
 * @param <R> what became of it
 */
final class GroupedWrite<W, R> {

  /** The most that one statement takes; the rest is the next one's. */
  private static final int LARGEST_GROUP = 64;

  /** Far longer than a statement takes, far shorter than a dead connection is noticed in. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /**
   * Longer than the roles' {@code lock_timeout} of 5 s: while the statement that has a row may only
   * wait for a lock, it holds those of its other rows, and writing one of them again could do
   * nothing but wait for it in turn. A connection that is silent for longer is taken for dead.
   */
  static final Duration PATIENCE_FOR_OWN_STATEMENT = Database.PATIENCE;

  /** A statement costs as much as several rows: a few milliseconds for company are well spent. */
  private static final int LOOKS_FOR_COMPANY = 4;

  private static final long BETWEEN_LOOKS_NS = 1_000_000;

  private final Function<List<W>, List<R>> statement;
  private final Duration patience;
  private final Duration patienceForOwnStatement;
  private final Queue<Entry<W, R>> waiting = new ArrayDeque<>();
  private Entry<W, R> writer;
  private int lastSize = 1;

  /**
   * @param statement writes rows and answers in their order; throws what {@link
   *     Database#runRepeatable} throws
   */
  GroupedWrite(Function<List<W>, List<R>> statement) {
    this(statement, PATIENCE, PATIENCE_FOR_OWN_STATEMENT);
  }

  /**
   * As the other.
   *
   * @param patience how long a caller waits for the one that writes, before it writes itself
   * @param patienceForOwnStatement how long if that one is writing its row, no shorter
   */
  GroupedWrite(
      Function<List<W>, List<R>> statement, Duration patience, Duration patienceForOwnStatement) {
    this.statement = statement;
    this.patience = patience;
    this.patienceForOwnStatement = patienceForOwnStatement;
  }

  private static final class Entry<W, R> {
    private final W row;
    private final CompletableFuture<R> result = new CompletableFuture<>();
    // Completes when this caller is to write for others, or has its result.
    private final CompletableFuture<List<Entry<W, R>>> turn = new CompletableFuture<>();

    private Entry(W row) {
      this.row = row;
    }
  }

  /**
   * Writes a row.
   *
   * @throws PgException if the server refuses this row
   * @throws RuntimeException if the connection is lost or the thread is interrupted, which stays
   *     so; whether the row was written is then unknown
   */
  R write(W row) {
    Entry<W, R> own = new Entry<>(row);
    List<Entry<W, R>> group = enqueue(own);
    if (group == null) {
      group = awaitTurn(own);
    }
    if (group != null) {
      try {
        writeAll(withCompany(own, group));
      } finally {
        handOver(own);
      }
    }
    return resultOf(own);
  }

  private synchronized List<Entry<W, R>> enqueue(Entry<W, R> own) {
    waiting.add(own);
    if (writer != null) {
      return null;
    }
    return appoint(own);
  }

  private List<Entry<W, R>> withCompany(Entry<W, R> own, List<Entry<W, R>> group) {
    int before = 0;
    int present = group.size();
    for (int i = 0; i < LOOKS_FOR_COMPANY && present > before && expectsMore(present); i++) {
      LockSupport.parkNanos(BETWEEN_LOOKS_NS);
      before = present;
      present = present(group);
    }
    return joined(own, group);
  }

  private synchronized boolean expectsMore(int present) {
    return present < lastSize && present < LARGEST_GROUP;
  }

  private synchronized int present(List<Entry<W, R>> group) {
    return group.size() + waiting.size();
  }

  private synchronized List<Entry<W, R>> joined(Entry<W, R> own, List<Entry<W, R>> group) {
    if (writer != own) {
      // It writes its own row once more, or another has taken its place.
      return group;
    }
    fill(group);
    lastSize = group.size();
    return group;
  }

  /** What this caller is to write, or null if its result is there. */
  private List<Entry<W, R>> awaitTurn(Entry<W, R> own) {
    try {
      return turn(own);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return leave(own, e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a turn does not fail", e);
    }
  }

  private List<Entry<W, R>> turn(Entry<W, R> own) throws InterruptedException, ExecutionException {
    try {
      return own.turn.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      List<Entry<W, R>> group = inPlaceOfTheWriter(own);
      return group == null ? turnAfterOwnStatement(own) : group;
    }
  }

  // The writer hangs without our row.
  private synchronized List<Entry<W, R>> inPlaceOfTheWriter(Entry<W, R> own) {
    return waiting.contains(own) ? appoint(own) : null;
  }

  private List<Entry<W, R>> turnAfterOwnStatement(Entry<W, R> own)
      throws InterruptedException, ExecutionException {
    try {
      return own.turn.get(
          patienceForOwnStatement.minus(patience).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // It hangs with our row: that is written once more.
      return List.of(own);
    }
  }

  private synchronized List<Entry<W, R>> leave(Entry<W, R> own, InterruptedException why) {
    if (own.turn.isDone()) {
      return own.turn.join();
    }
    waiting.remove(own);
    throw new IllegalStateException("interrupted while others wrote", why);
  }

  private List<Entry<W, R>> appoint(Entry<W, R> next) {
    writer = next;
    List<Entry<W, R>> group = new ArrayList<>();
    waiting.remove(next);
    group.add(next);
    fill(group);
    return group;
  }

  private void fill(List<Entry<W, R>> group) {
    while (group.size() < LARGEST_GROUP && !waiting.isEmpty()) {
      group.add(waiting.remove());
    }
  }

  private synchronized void handOver(Entry<W, R> done) {
    if (writer != done) {
      // Somebody has taken its place, or it only wrote its own row.
      return;
    }
    writer = null;
    Entry<W, R> next = waiting.peek();
    if (next != null) {
      next.turn.complete(appoint(next));
    }
  }

  private void writeAll(List<Entry<W, R>> group) {
    try {
      List<R> results = statement.apply(group.stream().map(entry -> entry.row).toList());
      for (int i = 0; i < group.size(); i++) {
        finish(group.get(i), results.get(i));
      }
    } catch (RuntimeException e) {
      if (group.size() > 1 && e instanceof PgException && !Database.isConnectionLoss(e)) {
        group.forEach(entry -> writeAll(List.of(entry)));
      } else {
        group.forEach(entry -> fail(entry, e));
      }
    } catch (Error e) {
      group.forEach(entry -> fail(entry, e));
      throw e;
    }
  }

  private void finish(Entry<W, R> entry, R result) {
    entry.result.complete(result);
    entry.turn.complete(null);
  }

  private void fail(Entry<W, R> entry, Throwable failure) {
    entry.result.completeExceptionally(failure);
    entry.turn.complete(null);
  }

  private R resultOf(Entry<W, R> own) {
    try {
      return own.result.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while others wrote", e);
    }
  }
}
