package io.broadsheet.embedded.proxy;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Carries the bytes of one direction on a thread of its own. */
final class Pump {
  private static final int CHUNK = 64 * 1024;

  private final Socket from;
  private final Socket to;
  private final ProxiedConnection connection;
  private final Consumer<byte[]> watcher;
  private final AtomicLong passed = new AtomicLong();

  private Mode mode = Mode.pass();
  private long allowance = Long.MAX_VALUE;
  // Something was lost: what follows may not pass.
  private boolean holed;
  private volatile boolean receiverEnded;
  private volatile boolean senderEnded;
  private boolean stopped;

  Pump(Socket from, Socket to, ProxiedConnection connection, Consumer<byte[]> watcher) {
    this.from = from;
    this.to = to;
    this.connection = connection;
    this.watcher = watcher;
  }

  static Thread thread(String name, Runnable work) {
    Thread thread = new Thread(work, "tcp-proxy " + name);
    thread.setDaemon(true);
    return thread;
  }

  void start(String name) {
    thread(name, this::run).start();
  }

  synchronized void apply(Mode next) {
    mode = next;
    allowance =
        next instanceof Mode.CutAfter cut
            ? cut.bytes()
            : next instanceof Mode.BlackHole hole ? hole.after() : Long.MAX_VALUE;
    if (next instanceof Mode.HalfOpen) {
      endReceiver();
    }
    notifyAll();
  }

  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  /** Whether its sender has sent the end of its stream, or is gone. */
  boolean hasSeenTheEnd() {
    return senderEnded;
  }

  long passed() {
    return passed.get();
  }

  synchronized boolean isHoled() {
    return holed;
  }

  private void run() {
    byte[] buffer = new byte[CHUNK];
    try {
      int count;
      while ((count = from.getInputStream().read(buffer)) >= 0) {
        byte[] read = Arrays.copyOf(buffer, count);
        watcher.accept(read);
        carry(read);
      }
      senderEnded = true;
      if (awaitTurn() && !isLost()) {
        endReceiver();
      }
    } catch (IOException e) {
      senderEnded = true;
      if (awaitTurn() && !isLost()) {
        connection.reset();
      }
    }
    if (receiverEnded) {
      connection.directionEnded();
    }
  }

  private void carry(byte[] bytes) {
    if (!awaitTurn()) {
      return;
    }
    Share share = share(bytes.length);
    try {
      // Not under the lock: a receiver that does not read must not hold up the next mode.
      passed.addAndGet(share.bytes());
      to.getOutputStream().write(bytes, 0, share.bytes());
    } catch (IOException e) {
      // The receiver is gone. That it is travels in the other direction, by that one's mode.
      receiverEnded = true;
    }
    if (share.resets()) {
      connection.reset();
    }
  }

  /**
   * Waits while the mode holds back what has just been read.
   *
   * @return whether it may pass; otherwise it is lost
   */
  private synchronized boolean awaitTurn() {
    long readAt = System.nanoTime();
    long hold;
    while (!stopped && (hold = holdNanos(readAt)) > 0) {
      try {
        TimeUnit.NANOSECONDS.timedWait(this, hold);
      } catch (InterruptedException e) {
        stopped = true;
      }
    }
    return !stopped && !holed && !receiverEnded;
  }

  private long holdNanos(long readAt) {
    if (mode instanceof Mode.Delay delay) {
      return delay.by().toNanos() - (System.nanoTime() - readAt);
    }
    return mode instanceof Mode.Stall ? Long.MAX_VALUE : 0;
  }

  /** What of so many bytes may pass. */
  private synchronized Share share(int count) {
    int whole = (int) Math.min(count, allowance);
    allowance -= whole;
    holed = whole < count;
    return new Share(whole, holed && mode instanceof Mode.CutAfter);
  }

  private record Share(int bytes, boolean resets) {}

  private synchronized boolean isLost() {
    return mode instanceof Mode.BlackHole;
  }

  private void endReceiver() {
    receiverEnded = true;
    try {
      to.shutdownOutput();
    } catch (IOException e) {
      // It has ended by itself.
    }
  }
}
