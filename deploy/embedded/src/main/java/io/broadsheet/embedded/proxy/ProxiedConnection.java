package io.broadsheet.embedded.proxy;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One connection through a {@link TcpProxy}: a socket to the client and one to the server. */
public final class ProxiedConnection {
  private final Socket client;
  private final Socket server;
  private final Pump toServer;
  private final Pump toClient;
  private final Consumer<ProxiedConnection> whenClosed;
  private final AtomicInteger ended = new AtomicInteger();

  ProxiedConnection(
      Socket client, Socket server, Watcher watcher, Consumer<ProxiedConnection> whenClosed) {
    this.client = client;
    this.server = server;
    this.whenClosed = whenClosed;
    this.toServer =
        new Pump(client, server, this, bytes -> watcher.read(this, Direction.TO_SERVER, bytes));
    this.toClient =
        new Pump(server, client, this, bytes -> watcher.read(this, Direction.TO_CLIENT, bytes));
  }

  void start() {
    toServer.start(client.getLocalPort() + " to server");
    if (server.isConnected()) {
      toClient.start(client.getLocalPort() + " to client");
    }
  }

  /** Applies {@code mode} to both directions. */
  public void apply(Mode mode) {
    apply(Direction.TO_SERVER, mode);
    apply(Direction.TO_CLIENT, mode);
  }

  /** Applies {@code mode} to one direction; {@link Mode.Reset} always ends both. */
  public void apply(Direction direction, Mode mode) {
    if (mode instanceof Mode.Reset) {
      reset();
    } else {
      pump(direction).apply(mode);
    }
  }

  /** How many bytes were passed on in a direction. */
  public long passed(Direction direction) {
    return pump(direction).passed();
  }

  /** Whether bytes of a direction have been kept from their receiver by a mode. */
  public boolean hasLost(Direction direction) {
    return pump(direction).isHoled();
  }

  /**
   * Whether the client has closed its socket, and not only its output. One that has closed its
   * output is sent a byte to find out: a closed socket answers it by a reset.
   */
  public boolean isClosedByClient() {
    if (!toServer.hasSeenTheEnd()) {
      return false;
    }
    try {
      client.getOutputStream().write(0);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private Pump pump(Direction direction) {
    return direction == Direction.TO_SERVER ? toServer : toClient;
  }

  /** One direction has ended at its receiver too; after both nothing is left to do. */
  void directionEnded() {
    if (ended.incrementAndGet() == 2) {
      close();
    }
  }

  void reset() {
    end(Sockets::reset);
  }

  void close() {
    end(Sockets::close);
  }

  private void end(Consumer<Socket> how) {
    toServer.stop();
    toClient.stop();
    how.accept(client);
    how.accept(server);
    whenClosed.accept(this);
  }
}
