package io.broadsheet.local;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Does several things at the same time. */
final class Together {
  private Together() {}

  /**
   * Runs all of them, each in a daemon thread, and waits until they are done.
   *
   * @throws UpFailed as soon as one fails, in its words; the others go on and what becomes of them
   *     is not told
   */
  static void run(Runnable... tasks) {
    List<CompletableFuture<Void>> running =
        Arrays.stream(tasks)
            .map(task -> CompletableFuture.runAsync(task, Together::start))
            .toList();
    CompletableFuture<Void> all =
        CompletableFuture.allOf(running.toArray(CompletableFuture[]::new));
    // The first failure ends the wait: the others would only be stopped.
    running.forEach(
        one ->
            one.whenComplete(
                (nothing, failure) -> {
                  if (failure != null) {
                    all.completeExceptionally(failure);
                  }
                }));
    try {
      all.join();
    } catch (CompletionException e) {
      throw new UpFailed(Failures.describe(e.getCause()), e.getCause());
    }
  }

  /** Runs one in a daemon thread and does not wait; its failure is not told. */
  static void inBackground(Runnable task) {
    CompletableFuture.runAsync(task, Together::start);
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task, "together");
    thread.setDaemon(true);
    thread.start();
  }
}
