package io.broadsheet.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operators before an API that takes every order and writes down what it was asked. */
class OperatorsTest {

  private static final int MANY = 60;

  static {
    // Else each answer waits for an acknowledgement that comes 40 ms later.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final List<String> orders = new ArrayList<>();
  private final Map<String, String> commands = new HashMap<>();
  private final AtomicInteger outages = new AtomicInteger();
  private boolean forgetful;
  private HttpServer api;
  private Operators operators;

  @BeforeEach
  void open() throws IOException {
    api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    api.createContext("/", this::handle);
    api.start();
    operators =
        new Operators(
            new OperatorApi(List.of("http://127.0.0.1:" + api.getAddress().getPort())),
            List.of("telegram-ru", "vk-ru"),
            List.of("telegram", "vk"),
            7,
            Duration.ofHours(1),
            Duration.ofMillis(1));
  }

  @AfterEach
  void close() {
    api.stop(0);
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (exchange.getRequestMethod().equals("GET")) {
      answer(
          exchange,
          200,
          path.startsWith("/api/replays")
              ? "{\"state\":\"finished\"}"
              : "{\"items\":[{\"postId\":\"" + new UUID(1, 2) + "\",\"target\":\"vk-ru\"}]}");
      return;
    }
    if (outages.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      answer(exchange, 503, "{}");
      return;
    }
    orders.add(path);
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    String id = UUID.randomUUID().toString();
    answer(
        exchange,
        202,
        "{\"commandId\":\"" + (forgetful ? id : commands.computeIfAbsent(key, k -> id)) + "\"}");
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void act(int times) throws InterruptedException {
    for (int n = 0; n < times; n++) {
      operators.act(n);
    }
  }

  @Test
  void everyPauseIsFollowedByItsResume() throws Exception {
    act(MANY);

    for (String target : List.of("telegram-ru", "vk-ru")) {
      List<String> ofTarget =
          orders.stream().filter(path -> path.startsWith("/api/targets/" + target)).toList();
      assertThat(ofTarget).isNotEmpty();
      // Each is given twice.
      for (int i = 0; i < ofTarget.size(); i++) {
        assertThat(ofTarget.get(i)).endsWith(i % 4 < 2 ? "/pause" : "/resume");
      }
      assertThat(ofTarget.size() % 4).isZero();
    }
  }

  @Test
  void everyOrderIsOneCommandHoweverOftenItIsGiven() throws Exception {
    outages.set(1);

    act(MANY);

    OrderTally tally = operators.tally();
    assertThat(tally.accepted()).containsOnlyKeys("pause", "resume", "retry", "skip", "replay");
    assertThat(tally.accepted().values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(commands.size());
    assertThat(orders).hasSize(2 * commands.size());
  }

  @Test
  void anOrderThatBecomesTwoCommandsIsAFailure() {
    forgetful = true;

    assertThatThrownBy(() -> act(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("was taken as");
  }
}
