package io.broadsheet.embedded.proxy;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/** Ends sockets, whatever state they are in. */
final class Sockets {
  private Sockets() {}

  /** Ends it with RST: with a linger time of 0 the kernel sends no FIN. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // Closed already.
    }
    close(socket);
  }

  static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
