package io.broadsheet.publisher.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupedWriteTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration FOR_EVER = Duration.ofHours(1);

  private final List<List<String>> statements = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void releaseAll() {
    release.countDown();
  }

  @Test
  void aLoneRowIsWrittenAtOnce() {
    GroupedWrite<String, String> writes = new GroupedWrite<>(this::write);

    assertThat(writes.write("a")).isEqualTo("A");
    assertThat(writes.write("b")).isEqualTo("B");

    assertThat(statements).containsExactly(List.of("a"), List.of("b"));
  }

  @Test
  void whatComesWhileAStatementRunsSharesTheNext() throws Exception {
    GroupedWrite<String, String> writes =
        new GroupedWrite<>(this::writeWhenReleased, FOR_EVER, FOR_EVER);
    Caller first = new Caller(() -> writes.write("first"));
    await().atMost(PATIENCE).until(() -> statements.size() == 1);
    List<Caller> others =
        IntStream.range(0, 10).mapToObj(i -> new Caller(() -> writes.write("x" + i))).toList();
    others.forEach(Caller::awaitBlocked);

    release.countDown();

    assertThat(first.result()).isEqualTo("FIRST");
    for (int i = 0; i < others.size(); i++) {
      assertThat(others.get(i).result()).isEqualTo("X" + i);
    }
    assertThat(statements).hasSize(2);
    assertThat(statements.get(1)).hasSize(10);
  }

  @Test
  void aRefusedRowDoesNotFailItsNeighbours() throws Exception {
    GroupedWrite<String, String> writes =
        new GroupedWrite<>(this::writeWhenReleased, FOR_EVER, FOR_EVER);
    Caller first = new Caller(() -> writes.write("first"));
    await().atMost(PATIENCE).until(() -> statements.size() == 1);
    Caller good = new Caller(() -> writes.write("good"));
    Caller bad = new Caller(() -> writes.write("refused"));
    good.awaitBlocked();
    bad.awaitBlocked();

    release.countDown();

    assertThat(first.result()).isEqualTo("FIRST");
    assertThat(good.result()).isEqualTo("GOOD");
    assertThatThrownBy(bad::result).hasCauseInstanceOf(PgException.class);
  }

  @Test
  void aLostConnectionIsToldToAllOfAGroup() throws Exception {
    GroupedWrite<String, String> writes =
        new GroupedWrite<>(this::writeWhenReleased, FOR_EVER, FOR_EVER);
    Caller first = new Caller(() -> writes.write("first"));
    await().atMost(PATIENCE).until(() -> statements.size() == 1);
    Caller one = new Caller(() -> writes.write("lost"));
    Caller other = new Caller(() -> writes.write("other"));
    one.awaitBlocked();
    other.awaitBlocked();

    release.countDown();

    assertThat(first.result()).isEqualTo("FIRST");
    assertThatThrownBy(one::result).hasCauseInstanceOf(UncheckedIOException.class);
    assertThatThrownBy(other::result).hasCauseInstanceOf(UncheckedIOException.class);
    assertThat(writes.write("again")).isEqualTo("AGAIN");
  }

  @Test
  @Case("D20")
  void aHangingStatementHoldsUpNobodyButItsWriter() throws Exception {
    GroupedWrite<String, String> writes =
        new GroupedWrite<>(
            rows -> rows.contains("hangs") ? writeWhenReleased(rows) : write(rows),
            Duration.ofMillis(50),
            FOR_EVER);
    Caller hung = new Caller(() -> writes.write("hangs"));
    await().atMost(PATIENCE).until(() -> statements.size() == 1);

    Caller next = new Caller(() -> writes.write("next"));

    assertThat(next.result()).isEqualTo("NEXT");
    assertThat(writes.write("later")).isEqualTo("LATER");
    release.countDown();
    assertThat(hung.result()).isEqualTo("HANGS");
    assertThat(writes.write("last")).isEqualTo("LAST");
  }

  @Test
  void aRowInAStatementThatMayWaitForALockIsNotWrittenOnceMore() throws Exception {
    HungPair pair = new HungPair(FOR_EVER);

    // Its patience began after theirs, and has ended.
    assertThat(pair.writes.write("other")).isEqualTo("OTHER");

    assertThat(statements)
        .containsExactly(List.of("first"), List.of("hangs", "along"), List.of("other"));
    release.countDown();
    assertThat(pair.along.result()).isEqualTo("ALONG");
    assertThat(pair.hung.result()).isEqualTo("HANGS");
  }

  @Test
  @Case("D20")
  void aRowInAStatementThatHangsForGoodIsWrittenOnceMore() throws Exception {
    HungPair pair = new HungPair(HungPair.PATIENCE_FOR_OTHERS);

    assertThat(pair.along.result()).isEqualTo("ALONG");

    assertThat(statements)
        .containsExactly(List.of("first"), List.of("hangs", "along"), List.of("along"));
    release.countDown();
    assertThat(pair.hung.result()).isEqualTo("HANGS");
  }

  /** Two rows in one statement that hangs until {@code release}. */
  private final class HungPair {
    private static final Duration PATIENCE_FOR_OTHERS = Duration.ofSeconds(2);

    private final CountDownLatch firstMayEnd = new CountDownLatch(1);
    private final GroupedWrite<String, String> writes;
    private final Caller hung;
    private final Caller along;

    private HungPair(Duration patienceForOwnStatement) {
      writes = new GroupedWrite<>(this::statement, PATIENCE_FOR_OTHERS, patienceForOwnStatement);
      new Caller(() -> writes.write("first"));
      await().atMost(PATIENCE).until(() -> statements.size() == 1);
      hung = new Caller(() -> writes.write("hangs"));
      hung.awaitBlocked();
      along = new Caller(() -> writes.write("along"));
      along.awaitBlocked();
      firstMayEnd.countDown();
      await().atMost(PATIENCE).until(() -> statements.size() == 2);
    }

    private List<String> statement(List<String> rows) {
      if (rows.contains("first")) {
        return writeWhen(firstMayEnd, rows);
      }
      return rows.contains("hangs") ? writeWhenReleased(rows) : write(rows);
    }
  }

  @Test
  void anInterruptedCallerLeavesTheOthersAlone() throws Exception {
    GroupedWrite<String, String> writes =
        new GroupedWrite<>(this::writeWhenReleased, FOR_EVER, FOR_EVER);
    Caller first = new Caller(() -> writes.write("first"));
    await().atMost(PATIENCE).until(() -> statements.size() == 1);
    Caller leaves = new Caller(() -> writes.write("leaves"));
    leaves.awaitBlocked();
    Caller stays = new Caller(() -> writes.write("stays"));
    stays.awaitBlocked();

    leaves.thread.interrupt();

    assertThatThrownBy(leaves::result).hasMessageContaining("interrupted");
    release.countDown();
    assertThat(first.result()).isEqualTo("FIRST");
    assertThat(stays.result()).isEqualTo("STAYS");
    assertThat(statements).containsExactly(List.of("first"), List.of("stays"));
  }

  private List<String> write(List<String> rows) {
    statements.add(rows);
    if (rows.contains("refused")) {
      throw new PgException("refused", "ERROR", "22021", "");
    }
    if (rows.contains("lost")) {
      throw new UncheckedIOException(new IOException("connection reset"));
    }
    return rows.stream().map(row -> row.toUpperCase(java.util.Locale.ROOT)).toList();
  }

  private List<String> writeWhenReleased(List<String> rows) {
    return writeWhen(release, rows);
  }

  private List<String> writeWhen(CountDownLatch released, List<String> rows) {
    List<String> results = write(rows);
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return results;
  }

  /** One caller on a thread of its own. */
  private static final class Caller {
    private final FutureTask<String> task;
    private final Thread thread;

    private Caller(Callable<String> write) {
      task = new FutureTask<>(write);
      thread = new Thread(task, "caller");
      thread.start();
    }

    private void awaitBlocked() {
      await().atMost(PATIENCE).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    private String result() throws InterruptedException, ExecutionException, TimeoutException {
      return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
