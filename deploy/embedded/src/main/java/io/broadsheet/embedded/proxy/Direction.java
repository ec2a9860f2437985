package io.broadsheet.embedded.proxy;

/** Which way bytes flow through a proxied connection. */
public enum Direction {
  /** What the client sends. */
  TO_SERVER,
  /** What the server answers. */
  TO_CLIENT;

  /** The other way. */
  public Direction opposite() {
    return this == TO_SERVER ? TO_CLIENT : TO_SERVER;
  }
}
