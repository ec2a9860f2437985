package io.broadsheet.sandbox.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RequestLogTest {
  @Test
  void forgetsTheOldest() {
    RequestLog log = new RequestLog();
    for (int i = 0; i < 10_003; i++) {
      log.add(new RequestLog.Entry(Instant.EPOCH, "vk", "wall.get", "-7", "", 200, "ok", "", 0, 0));
    }
    assertEquals(10_000, log.json().size());
    assertEquals(4, log.json().at("/0/seq").asInt());
  }
}
