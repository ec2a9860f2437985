package io.broadsheet.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthWatchTest {

  private HttpServer server;
  private String url;
  private HealthWatch watch;

  @BeforeEach
  void serve() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort();
    watch = new HealthWatch(Map.of("publisher-1", url));
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  private void answer(String path, IntSupplier status) {
    server.createContext(
        path,
        exchange -> {
          byte[] body = "{\n  \"inbox\" }".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status.getAsInt(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  @Test
  void isContentWithWhoIsLiveAndReady() throws Exception {
    answer("/q/health/live", () -> 200);
    answer("/q/health/ready", () -> 200);

    assertThat(watch.await(Duration.ZERO)).isEmpty();
  }

  @Test
  void namesWhoIsNotLive() throws Exception {
    answer("/q/health/live", () -> 503);
    answer("/q/health/ready", () -> 200);

    assertThat(watch.await(Duration.ZERO))
        .containsExactly("publisher-1 is not live: 503 { \"inbox\" }");
  }

  @Test
  void namesWhoIsNotReady() throws Exception {
    answer("/q/health/live", () -> 200);
    answer("/q/health/ready", () -> 503);

    assertThat(watch.await(Duration.ZERO))
        .containsExactly("publisher-1 is not ready: 503 { \"inbox\" }");
  }

  @Test
  void namesWhoHasEnded() throws Exception {
    server.stop(0);

    assertThat(watch.await(Duration.ZERO))
        .singleElement()
        .asString()
        .startsWith("publisher-1 is not live: no answer: ");
  }

  @Test
  void waitsForWhoHasJustBeenStarted() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    answer("/q/health/live", () -> asked.incrementAndGet() > 1 ? 200 : 503);
    answer("/q/health/ready", () -> 200);

    assertThat(watch.await(Duration.ofSeconds(30))).isEmpty();
  }
}
