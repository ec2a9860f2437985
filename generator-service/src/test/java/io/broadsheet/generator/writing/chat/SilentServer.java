package io.broadsheet.generator.writing.chat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Takes a request and answers never, or without end. */
final class SilentServer implements AutoCloseable {

  private final ServerSocket server;

  SilentServer() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  URI uri() {
    return URI.create("http://localhost:" + server.getLocalPort() + "/");
  }

  /**
   * Takes one request, up to its first brace that closes.
   *
   * @param trickle whether to answer a byte now and then
   * @param asked is told when it is there
   * @return whether the client closed the connection
   */
  CompletableFuture<Boolean> serve(boolean trickle, Runnable asked) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Socket socket = server.accept()) {
            socket.setSoTimeout(trickle ? 50 : 20_000);
            for (int last = 0; last != '}'; ) {
              last = socket.getInputStream().read();
            }
            asked.run();
            return trickle ? trickle(socket) : socket.getInputStream().read() < 0;
          } catch (IOException e) {
            // A reset is a close too; a timeout is none.
            return !(e instanceof SocketTimeoutException);
          }
        });
  }

  private static boolean trickle(Socket socket) throws IOException {
    socket
        .getOutputStream()
        .write(
            "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < 400; i++) {
      socket.getOutputStream().write('x');
      try {
        if (socket.getInputStream().read() < 0) {
          return true;
        }
      } catch (SocketTimeoutException e) {
        // Nobody left: on with the next byte.
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
