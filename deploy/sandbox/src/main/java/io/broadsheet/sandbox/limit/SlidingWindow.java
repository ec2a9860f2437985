package io.broadsheet.sandbox.limit;

import java.util.ArrayDeque;
import java.util.Deque;

/** Lets so many calls through in any stretch of time of one length. */
public final class SlidingWindow implements Limit {
  private final int calls;
  private final long length;
  private final Deque<Long> taken = new ArrayDeque<>();

  /**
   * @param calls how many, at least 1
   * @param lengthNanos in which time, in nanoseconds
   */
  public SlidingWindow(int calls, long lengthNanos) {
    this.calls = calls;
    this.length = lengthNanos;
  }

  @Override
  public long waitNanos(long now) {
    while (!taken.isEmpty() && now - taken.peekFirst() >= length) {
      taken.removeFirst();
    }
    return taken.size() < calls ? 0 : taken.peekFirst() + length - now;
  }

  @Override
  public void take(long now) {
    taken.addLast(now);
  }
}
