package io.broadsheet.embedded.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Sends back what it gets, and notes how each connection ended. */
final class EchoServer implements AutoCloseable {
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> accepted = new CopyOnWriteArrayList<>();
  private final List<String> ends = new CopyOnWriteArrayList<>();
  private final AtomicLong received = new AtomicLong();
  private final Thread acceptor;

  EchoServer() throws IOException {
    acceptor = start("accept", this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  int accepted() {
    return accepted.size();
  }

  long received() {
    return received.get();
  }

  /** {@code end} for each stream that ended, {@code reset} for each that broke off. */
  List<String> ends() {
    return ends;
  }

  /** Resets all connections from the server's side. */
  void resetAll() {
    accepted.forEach(Sockets::reset);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        accepted.add(socket);
        start("echo", () -> echo(socket));
      }
    } catch (IOException e) {
      // Closed: the test is over.
    }
  }

  private void echo(Socket socket) {
    try (socket) {
      byte[] buffer = new byte[1024];
      int count;
      while ((count = socket.getInputStream().read(buffer)) >= 0) {
        received.addAndGet(count);
        socket.getOutputStream().write(buffer, 0, count);
      }
      ends.add("end");
    } catch (IOException e) {
      ends.add("reset");
    }
  }

  private static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void close() {
    Sockets.close(listener);
    awaitAcceptor();
    accepted.forEach(Sockets::close);
  }

  /** A connection that was accepted while the listener closed must be closed too. */
  private void awaitAcceptor() {
    try {
      acceptor.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
