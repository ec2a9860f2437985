package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.broadsheet.embedded.FreePorts;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortsTest {
  @Test
  void followOneAnotherFromABase() {
    assertEquals(new Ports(9000, 9001, 9002, 9003, 9004, 9005), Ports.parse("9000"));
  }

  @Test
  void keepTheirDefaultsWhereTheListNamesNone() {
    assertEquals(
        new Ports(9000, 8081, 8090, 15432, 19092, 9001),
        Ports.parse("generator=9000, kafka-controller=9001"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "0", "65531", "generator", "generator=", "redis=1", "generator=8081"})
  void refuseWhatIsNoPort(String given) {
    assertThrows(IllegalArgumentException.class, () -> Ports.parse(given));
  }

  @Test
  void nameEveryPortThatIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Ports ports =
          new Ports(
              taken.getLocalPort(),
              FreePorts.next(),
              FreePorts.next(),
              FreePorts.next(),
              FreePorts.next(),
              FreePorts.next());
      String message = assertThrows(UpFailed.class, () -> ports.requireFree(true)).getMessage();
      assertTrue(message.contains("port " + taken.getLocalPort() + " (generator)."), message);
    }
  }

  @Test
  void takenBySomebodyElseDoNotMatterIfUnused() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Ports ports =
          new Ports(
              FreePorts.next(),
              FreePorts.next(),
              taken.getLocalPort(),
              FreePorts.next(),
              FreePorts.next(),
              FreePorts.next());
      ports.requireFree(false);
      assertThrows(UpFailed.class, () -> ports.requireFree(true));
    }
  }
}
