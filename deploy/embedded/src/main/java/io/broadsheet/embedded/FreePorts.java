package io.broadsheet.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Finds TCP ports on the loopback address that nobody listens on. */
public final class FreePorts {
  // Below the range from which Linux (32768) and macOS (49152) take the ports of outgoing
  // connections:
  // a port from there could be gone between the look and the bind.
  private static final int FIRST = 15_000;
  private static final int LAST = 30_000;
  private static final int TRIES = 100;

  // Nobody listens yet on what was just given: it must not be given to a second one.
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {}

  /**
   * A port that was free a moment ago. Another process may still take it first.
   *
   * @throws IllegalStateException if 100 random ports between 15000 and 30000 were all taken
   */
  public static int next() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      if (isFree(port) && GIVEN.add(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "No free TCP port among " + TRIES + " tried between " + FIRST + " and " + LAST + ".");
  }

  /** Whether this process could listen on 127.0.0.1 at {@code port} now. */
  public static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
