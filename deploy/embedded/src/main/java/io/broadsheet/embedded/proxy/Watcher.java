package io.broadsheet.embedded.proxy;

/** Sees what is read before its mode is looked at, so it may still choose another. */
@FunctionalInterface
public interface Watcher {
  /**
   * Called on the thread of that direction, which waits for its return.
   *
   * @param connection where the bytes were read; its modes may be changed here
   * @param direction which way they flow
   * @param bytes what one read gave: a part of a message, one or several
   */
  void read(ProxiedConnection connection, Direction direction, byte[] bytes);
}
