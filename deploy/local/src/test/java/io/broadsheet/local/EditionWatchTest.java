package io.broadsheet.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EditionWatchTest {
  private static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  private static final String EDITION =
      """
      {"state": "published", "attempts": 1, "steps": [], "posts": [
        {"id": "p", "language": "ru", "title": "t", "targets": ["telegram-ru"]}]}
      """;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private HttpServer server;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer("/api/editions/" + DATE, EDITION);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void targetThatCameAfterTheEditionIsToldAndNotWaitedFor() {
    deliveries("posted", "null");

    Optional<String> failure = follow(Duration.ofSeconds(30), "telegram-ru", "mastodon-ru");

    assertEquals(Optional.empty(), failure);
    assertTrue(
        said.toString(StandardCharsets.UTF_8)
            .contains("has no delivery: the edition was published before it was configured"),
        said::toString);
  }

  @Test
  void pauseIsToldWithTheState() {
    deliveries("pending", "\"target is paused: no rights\"");

    String failure = follow(Duration.ofMillis(500), "telegram-ru").orElseThrow();

    assertTrue(failure.contains("telegram-ru pending (target is paused: no rights)"), failure);
  }

  private Optional<String> follow(Duration limit, String... targets) {
    return new EditionWatch(
            new GeneratorApi(server.getAddress().getPort()),
            new Progress(new PrintStream(said, true, StandardCharsets.UTF_8)),
            DATE,
            List.of(targets))
        .follow(limit, () -> {});
  }

  private void deliveries(String state, String error) {
    answer(
        "/api/deliveries",
        """
        {"items": [{"postId": "p", "target": "telegram-ru", "generation": 1, "state": "%s",
          "attempt": 0, "lastError": %s}], "next": null}
        """
            .formatted(state, error));
  }

  private void answer(String path, String json) {
    server.createContext(
        path,
        exchange -> {
          byte[] body = json.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }
}
