package io.broadsheet.embedded.proxy;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpProxyTest {
  private static final int SILENCE_MS = 200;
  private static final int PATIENCE_MS = 10_000;

  private final List<Socket> clients = new ArrayList<>();
  private EchoServer server;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = new EchoServer();
    proxy = TcpProxy.to("127.0.0.1", server.port());
  }

  @AfterEach
  void stop() {
    clients.forEach(Sockets::close);
    proxy.close();
    server.close();
  }

  @Test
  void passesBytesAndEndsAndCountsConnections() throws IOException {
    Socket first = connect();
    Socket second = connect();
    assertEquals("one", echo(first, "one"));
    assertEquals("two", echo(second, "two"));
    assertEquals(2, proxy.accepted());
    assertEquals(2, proxy.connections().size());
    assertEquals(3, proxy.connections().get(0).passed(Direction.TO_CLIENT));

    first.shutdownOutput();
    assertEquals(-1, first.getInputStream().read());
    await().until(() -> proxy.connections().size() == 1);
    assertEquals(List.of("end"), server.ends());
    assertEquals(2, proxy.accepted());
  }

  @Test
  void delaysEachDirectionByItsOwnTime() throws IOException {
    Socket client = connect();
    assertEquals("warm", echo(client, "warm"));
    proxy.apply(Direction.TO_SERVER, Mode.delay(Duration.ofMillis(100)));
    assertTrue(echoMillis(client) >= 100);
    proxy.apply(Direction.TO_CLIENT, Mode.delay(Duration.ofMillis(150)));
    assertTrue(echoMillis(client) >= 250);

    proxy.apply(Mode.delay(Duration.ofHours(1)));
    send(client, "late");
    assertSilent(client);
    proxy.apply(Mode.pass());
    assertEquals("late", read(client, 4));
  }

  @Test
  void stallsWithoutLosingAnything() throws IOException {
    Socket client = connect();
    proxy.apply(Direction.TO_SERVER, Mode.stall());
    send(client, "held");
    assertSilent(client);
    assertEquals(0, server.received());
    proxy.apply(Mode.pass());
    assertEquals("held", read(client, 4));
  }

  @Test
  void resetsBothEndsAtOnceAndNewConnectionsToo() throws IOException {
    Socket client = connect();
    assertEquals("x", echo(client, "x"));
    proxy.apply(Mode.reset());
    assertReset(client);
    await().until(() -> server.ends().equals(List.of("reset")));
    assertEquals(List.of(), proxy.connections());

    assertReset(connect());
    assertEquals(2, proxy.accepted());
    proxy.apply(Mode.pass());
    assertEquals("again", echo(connect(), "again"));
  }

  @Test
  void resetsOneConnectionAlone() throws IOException {
    Socket first = connect();
    assertEquals("a", echo(first, "a"));
    Socket second = connect();
    assertEquals("b", echo(second, "b"));
    proxy.connections().get(0).apply(Direction.TO_CLIENT, Mode.reset());
    assertReset(first);
    assertEquals("c", echo(second, "c"));
  }

  @Test
  void swallowsInABlackHoleWhateverComes() throws IOException {
    Socket client = connect();
    assertEquals("x", echo(client, "x"));
    proxy.apply(Mode.blackHole());
    ProxiedConnection connection = proxy.connections().get(0);
    assertFalse(connection.hasLost(Direction.TO_SERVER));
    send(client, "lost");
    assertSilent(client);
    assertTrue(connection.hasLost(Direction.TO_SERVER));
    server.resetAll();
    assertSilent(client);
    assertEquals(1, server.received());

    Socket late = connect();
    send(late, "lost too");
    assertSilent(late);
    assertEquals(1, server.accepted());

    proxy.apply(Mode.pass());
    send(late, "still lost");
    assertSilent(late);
    assertEquals("new", echo(connect(), "new"));
  }

  @Test
  void knowsWhichClientHasClosedItsSocketInABlackHoleToo() throws IOException {
    proxy.apply(Mode.blackHole());
    Socket open = connect();
    Socket halfClosed = connect();
    halfClosed.shutdownOutput();
    connect().close();

    await()
        .until(() -> proxy.connections().stream().filter(c -> c.isClosedByClient()).count() == 1);
    assertEquals(3, proxy.connections().size());
    assertEquals(0, halfClosed.getInputStream().read());
    assertSilent(open);
  }

  @Test
  void swallowsAnswersAloneAndNeverLetsAStreamWithAHolePass() throws IOException {
    Socket client = connect();
    proxy.apply(Direction.TO_CLIENT, Mode.blackHole());
    send(client, "lost");
    assertSilent(client);
    assertEquals(4, server.received());
    proxy.apply(Mode.pass());
    send(client, "after");
    await().until(() -> server.received() == 9);
    assertSilent(client);
  }

  @Test
  void swallowsAfterSoManyBytes() throws IOException {
    Socket client = connect();
    proxy.apply(Direction.TO_SERVER, Mode.blackHoleAfter(3));
    send(client, "abcdef");
    assertEquals("abc", read(client, 3));
    proxy.apply(Mode.pass());
    send(client, "ghi");
    assertSilent(client);
    assertEquals(3, server.received());
  }

  @Test
  void closesOneDirectionOnly() throws IOException {
    Socket client = connect();
    assertEquals("x", echo(client, "x"));
    proxy.apply(Direction.TO_CLIENT, Mode.halfOpen());
    assertEquals(-1, client.getInputStream().read());
    send(client, "heard");
    await().until(() -> server.received() == 6);
    assertEquals(List.of(), server.ends());
  }

  @Test
  void leavesAClientInTheBeliefThatItsServerIsThere() throws IOException {
    Socket client = connect();
    assertEquals("x", echo(client, "x"));
    proxy.apply(Direction.TO_CLIENT, Mode.blackHole());
    proxy.apply(Direction.TO_SERVER, Mode.halfOpen());
    await().until(() -> server.ends().equals(List.of("end")));
    send(client, "lost");
    assertSilent(client);
    assertEquals(1, server.received());
  }

  @Test
  void cutsAfterSoManyBytesOfAQuestion() throws IOException {
    Socket client = connect();
    proxy.apply(Direction.TO_SERVER, Mode.cutAfter(3));
    send(client, "abcdef");
    await().until(() -> server.ends().equals(List.of("reset")));
    assertEquals(3, server.received());
    assertBroken(client);
  }

  @Test
  void cutsAfterSoManyBytesOfTheAnswersTogether() throws IOException {
    Socket client = connect();
    proxy.apply(Direction.TO_CLIENT, Mode.cutAfter(3));
    assertEquals("ab", echo(client, "ab"));
    send(client, "cdef");
    await().until(() -> server.ends().equals(List.of("reset")));
    assertEquals(6, server.received());
    assertBroken(client);
  }

  @Test
  void cutsBeforeTheFirstByte() throws IOException {
    Socket client = connect();
    proxy.apply(Direction.TO_SERVER, Mode.cutAfter(0));
    send(client, "x");
    assertReset(client);
    assertEquals(0, server.received());
  }

  @Test
  void letsAWatcherChooseByWhatItSees() throws IOException {
    proxy.watch(
        (connection, direction, bytes) -> {
          if (direction == Direction.TO_SERVER
              && new String(bytes, StandardCharsets.US_ASCII).contains("commit")) {
            connection.apply(Direction.TO_CLIENT, Mode.cutAfter(0));
          }
        });
    Socket client = connect();
    assertEquals("insert", echo(client, "insert"));
    send(client, "commit");
    assertReset(client);
    assertEquals(12, server.received());
    assertEquals("other", echo(connect(), "other"));
  }

  @Test
  void actsWhileAReceiverDoesNotRead() throws IOException {
    Socket client = connect();
    Thread writer =
        new Thread(
            () -> {
              try {
                client.getOutputStream().write(new byte[64 * 1024 * 1024]);
              } catch (IOException e) {
                // The reset that this test is about.
              }
            });
    writer.start();
    // Nobody reads the echo, so in the end all buffers are full and every write stands still.
    awaitStandstill();
    proxy.apply(Mode.reset());
    await().until(() -> !writer.isAlive() && server.ends().equals(List.of("reset")));
  }

  @Test
  void resetsAClientWhoseServerIsAway() throws IOException {
    server.close();
    assertReset(connect());
  }

  @Test
  void closesEverything() throws IOException {
    Socket client = connect();
    assertEquals("x", echo(client, "x"));
    proxy.apply(Mode.stall());
    send(client, "held");
    proxy.close();
    assertBroken(client);
    await().until(() -> server.ends().size() == 1);
    assertThrows(IOException.class, this::connect);
    String port = Integer.toString(proxy.port());
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .noneMatch(name -> name.startsWith("tcp-proxy") && name.contains(port)));
  }

  private void awaitStandstill() {
    long[] last = {-1};
    await()
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              long now = server.received();
              boolean still = now > 0 && now == last[0];
              last[0] = now;
              return still;
            });
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    socket.setSoTimeout(PATIENCE_MS);
    clients.add(socket);
    return socket;
  }

  private static long echoMillis(Socket client) throws IOException {
    long start = System.nanoTime();
    assertEquals("ping", echo(client, "ping"));
    return (System.nanoTime() - start) / 1_000_000;
  }

  private static String echo(Socket client, String text) throws IOException {
    send(client, text);
    return read(client, text.length());
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String read(Socket client, int count) throws IOException {
    return new String(client.getInputStream().readNBytes(count), StandardCharsets.US_ASCII);
  }

  private static void assertSilent(Socket client) throws IOException {
    client.setSoTimeout(SILENCE_MS);
    assertThrows(SocketTimeoutException.class, () -> client.getInputStream().read());
    client.setSoTimeout(PATIENCE_MS);
  }

  private static void assertReset(Socket client) {
    SocketException reset =
        assertThrows(SocketException.class, () -> client.getInputStream().read());
    assertTrue(reset.getMessage().contains("reset"), reset.getMessage());
  }

  /** Its end, by FIN or RST; answers that came before may still be read. */
  private static void assertBroken(Socket client) {
    try {
      client.getInputStream().readAllBytes();
    } catch (SocketTimeoutException e) {
      throw new AssertionError("The connection still stands.", e);
    } catch (IOException e) {
      // Reset.
    }
  }
}
