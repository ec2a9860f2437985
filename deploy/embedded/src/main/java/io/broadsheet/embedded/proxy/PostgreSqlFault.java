package io.broadsheet.embedded.proxy;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Strikes one statement of PostgreSQL's extended protocol, once, found by a piece of its text: the
 * text travels in one packet, and its values and its execution in the next (as sent by a client
 * that does not keep prepared statements).
 */
public final class PostgreSqlFault implements Watcher {
  /** A Sync message: its kind and its length (PostgreSQL documentation, "Message Formats"). */
  private static final int SYNC_BYTES = 5;

  private final String text;
  private final String value;
  private final Strike strike;
  private final Set<ProxiedConnection> parsed = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean struck = new AtomicBoolean();

  private PostgreSqlFault(String text, Strike strike) {
    this(text, "", strike);
  }

  private PostgreSqlFault(String text, String value, Strike strike) {
    this.text = text;
    this.value = value;
    this.strike = strike;
  }

  @FunctionalInterface
  private interface Strike {
    void at(ProxiedConnection connection, int bytes);
  }

  /** The statement never reaches the server: {@code mode} takes its execution. */
  public static PostgreSqlFault beforeExecution(String text, Mode mode) {
    return new PostgreSqlFault(
        text, (connection, bytes) -> connection.apply(Direction.TO_SERVER, mode));
  }

  /** The statement takes effect; {@code mode} takes its answer. */
  public static PostgreSqlFault atAnswer(String text, Mode mode) {
    return new PostgreSqlFault(
        text, (connection, bytes) -> connection.apply(Direction.TO_CLIENT, mode));
  }

  /**
   * The statement is executed but never committed: what would end its transaction is lost, and so
   * is everything after it, both ways.
   */
  public static PostgreSqlFault beforeCommit(String text) {
    return new PostgreSqlFault(
        text,
        (connection, bytes) -> {
          connection.apply(Direction.TO_SERVER, Mode.blackHoleAfter(bytes - SYNC_BYTES));
          connection.apply(Direction.TO_CLIENT, Mode.blackHole());
        });
  }

  /** The server ends the session before it executes the statement; the client never learns it. */
  public static PostgreSqlFault serverGone(String text) {
    return new PostgreSqlFault(
        text,
        (connection, bytes) -> {
          connection.apply(Direction.TO_CLIENT, Mode.blackHole());
          connection.apply(Direction.TO_SERVER, Mode.halfOpen());
        });
  }

  /** The same for a statement that has a text among its values. */
  public PostgreSqlFault with(String itsValue) {
    return new PostgreSqlFault(text, itsValue, strike);
  }

  /** Whether it has struck. */
  public boolean hasStruck() {
    return struck.get();
  }

  @Override
  public void read(ProxiedConnection connection, Direction direction, byte[] bytes) {
    if (direction == Direction.TO_CLIENT || hasStruck()) {
      return;
    }
    String words = new String(bytes, StandardCharsets.UTF_8);
    if (parsed.remove(connection)) {
      if (words.contains(value) && struck.compareAndSet(false, true)) {
        strike.at(connection, bytes.length);
      }
    } else if (words.contains(text)) {
      parsed.add(connection);
    }
  }
}
