package io.broadsheet.embedded.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Listens on a free port of 127.0.0.1 and passes each connection on to one server, until told
 * otherwise: {@link #apply(Mode)} for all connections, present and future, {@link #connections()}
 * for single ones.
 *
 * <p>A connection to it always succeeds. When the server refuses, it is reset afterwards.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int CONNECT_TIMEOUT_MS = 5_000;

  private volatile InetSocketAddress server;
  private final ServerSocket listener;
  private final Map<Direction, Mode> modes = new EnumMap<>(Direction.class);
  private final List<ProxiedConnection> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile Watcher watcher = (connection, direction, bytes) -> {};
  private boolean closed;

  private TcpProxy(InetSocketAddress server, ServerSocket listener) {
    this.server = server;
    this.listener = listener;
    modes.put(Direction.TO_SERVER, Mode.pass());
    modes.put(Direction.TO_CLIENT, Mode.pass());
  }

  /**
   * Starts a proxy in front of a server, which need not run yet.
   *
   * @throws UncheckedIOException if it cannot listen
   */
  public static TcpProxy to(String host, int port) {
    try {
      ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      TcpProxy proxy = new TcpProxy(new InetSocketAddress(host, port), listener);
      Pump.thread("accept " + proxy.port(), proxy::accept).start();
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot listen on 127.0.0.1: " + e.getMessage(), e);
    }
  }

  /** The port of 127.0.0.1 to connect to. */
  public int port() {
    return listener.getLocalPort();
  }

  /** Leads connections made from now on to another port of the same host. */
  public void redirect(int port) {
    server = new InetSocketAddress(server.getAddress(), port);
  }

  /** Applies {@code mode} to both directions of all connections, present and future. */
  public void apply(Mode mode) {
    apply(Direction.TO_SERVER, mode);
    apply(Direction.TO_CLIENT, mode);
  }

  /** Applies {@code mode} to one direction of all connections, present and future. */
  public synchronized void apply(Direction direction, Mode mode) {
    modes.put(direction, mode);
    open.forEach(connection -> connection.apply(direction, mode));
  }

  /** Lets {@code watcher} see all bytes from now on, in place of the one before it. */
  public void watch(Watcher watcher) {
    this.watcher = watcher;
  }

  /** The connections that are open at either end, oldest first. */
  public List<ProxiedConnection> connections() {
    return List.copyOf(open);
  }

  /** How many connections were accepted since the start. */
  public int accepted() {
    return accepted.get();
  }

  /** Stops listening and closes all connections. */
  @Override
  public synchronized void close() {
    closed = true;
    Sockets.close(listener);
    open.forEach(ProxiedConnection::close);
  }

  private void accept() {
    while (true) {
      try {
        Socket client = listener.accept();
        accepted.incrementAndGet();
        // On a thread of its own: a server that does not answer delays nobody else.
        Pump.thread("connect " + port(), () -> connect(client)).start();
      } catch (IOException e) {
        return;
      }
    }
  }

  private void connect(Socket client) {
    Socket upstream = new Socket();
    try {
      if (!answersNobody()) {
        upstream.connect(server, CONNECT_TIMEOUT_MS);
      }
      open(new ProxiedConnection(client, upstream, this::tell, open::remove));
    } catch (IOException e) {
      Sockets.reset(client);
      Sockets.close(upstream);
    }
  }

  /** In a black hole there is no server at the other end. */
  private synchronized boolean answersNobody() {
    return modes.values().stream().allMatch(Mode.BlackHole.class::isInstance);
  }

  private synchronized void open(ProxiedConnection connection) {
    open.add(connection);
    modes.forEach(connection::apply);
    connection.start();
    if (closed) {
      connection.close();
    }
  }

  private void tell(ProxiedConnection connection, Direction direction, byte[] bytes) {
    watcher.read(connection, direction, bytes);
  }
}
