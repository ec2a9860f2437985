package io.broadsheet.generator.writing.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.writing.ChatFailure;
import io.broadsheet.generator.writing.Deadline;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a POST of ours sends, takes and makes of what goes wrong. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class HttpPostIT {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final String KEY = "Bearer key-of-us";

  @Inject MeterRegistry metrics;
  @TempDir Path folder;
  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private volatile HttpHandler answer = exchange -> answer(exchange, 200, "{}");
  private HttpServer server;

  private record Received(URI uri, Map<String, List<String>> headers, String body) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          received.add(new Received(exchange.getRequestURI(), exchange.getRequestHeaders(), body));
          answer.handle(exchange);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void sendsExactlyWhatItIsGiven() {
    String path = "/a%2Fb/chat/completions?api-version=2024-10-21&x=%D0%B0+b%20c%7B&y";

    send(path, Map.of("Authorization", KEY, "user-agent", "other", "X-Tenant", "t"), "{\"а\":1}");

    Received one = received.remove();
    assertThat(one.uri()).hasToString(path);
    assertThat(one.body()).isEqualTo("{\"а\":1}");
    assertThat(one.headers())
        .containsEntry("Content-type", List.of("application/json"))
        .containsEntry("Content-length", List.of("8"))
        .containsEntry("Accept", List.of("application/json"))
        .containsEntry("User-agent", List.of("other"))
        .containsEntry("Authorization", List.of(KEY))
        .containsEntry("X-tenant", List.of("t"))
        .containsOnlyKeys(
            "Content-type",
            "Content-length",
            "Accept",
            "User-agent",
            "Authorization",
            "X-tenant",
            "Host");
  }

  @ParameterizedTest
  @CsvSource({
    "200, ответ, text/plain; charset=windows-1251",
    "200, ответ, multipart/form-data; boundary=x",
    "200, ответ, no type",
    "200, '', application/json",
    "204, '', application/json",
    "302, elsewhere, text/html",
    "404, none, application/json",
    "503, '', application/json"
  })
  void takesAnyStatusAndTypeAsAReply(int status, String body, String type) {
    answer =
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.getResponseHeaders().set("Location", "/elsewhere");
          exchange.getResponseHeaders().set("Retry-After", "1");
          exchange.getResponseHeaders().set("retry-after-ms", "250");
          exchange.getResponseHeaders().set("X-Policy", "p".repeat(50_000));
          answer(exchange, status, body);
        };

    HttpReply reply = send("/", Map.of(), "{}");

    assertThat(reply).isEqualTo(new HttpReply(status, Optional.of(Duration.ofMillis(250)), body));
    assertThat(received).as("asked once, followed nowhere").hasSize(1);
  }

  @Test
  void takesAnAnswerOfFullLengthAndNotOneByteMore() {
    answer = exchange -> answer(exchange, 200, "x".repeat(HttpPost.MAX_ANSWER_BYTES));
    assertThat(send("/", Map.of(), "{}").body()).hasSize(HttpPost.MAX_ANSWER_BYTES);

    answer = exchange -> answer(exchange, 500, "x".repeat(HttpPost.MAX_ANSWER_BYTES + 1));
    assertThat(failure("/").fault().kind()).isEqualTo("too-long");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "multipart/form-data; boundary=x", "text/event-stream"})
  void endsAnEndlessAnswer(String type) throws Exception {
    CompletableFuture<Boolean> cut = new CompletableFuture<>();
    answer =
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", type);
          exchange.sendResponseHeaders(200, 0);
          try {
            for (byte[] chunk = new byte[65_536]; true; ) {
              exchange.getResponseBody().write(chunk);
            }
          } catch (IOException e) {
            cut.complete(true);
          }
        };

    ChatFailure failure = failure("/");

    assertThat(failure.fault().kind()).isEqualTo("too-long");
    assertThat(failure.isFree()).isFalse();
    assertThat(cut.get(20, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itsDeadlineIsOfTheWholeAndCloses(boolean trickle) throws Exception {
    try (SilentServer silent = new SilentServer()) {
      CompletableFuture<Boolean> closed = silent.serve(trickle, () -> {});

      ChatFailure failure =
          catchThrowableOfType(
              ChatFailure.class,
              () -> send(silent.uri(), Duration.ofMillis(700), Optional.empty()));

      assertThat(failure.fault().kind()).isEqualTo("timeout");
      assertThat(failure.isFree()).isFalse();
      assertThat(closed.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anInterruptAbandonsItAndCloses() throws Exception {
    try (SilentServer silent = new SilentServer()) {
      Thread caller = Thread.currentThread();
      CompletableFuture<Boolean> closed = silent.serve(false, caller::interrupt);

      ChatFailure failure =
          catchThrowableOfType(
              ChatFailure.class, () -> send(silent.uri(), LIMIT, Optional.empty()));

      assertThat(Thread.interrupted()).isTrue();
      assertThat(failure).hasMessageContaining("abandoned");
      assertThat(failure.isFree()).isFalse();
      assertThat(closed.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anAnswerThatBreaksOffMayHaveCost() throws Exception {
    answer =
        exchange -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().write(1);
        };

    ChatFailure failure = failure("/");

    assertThat(failure.fault().kind()).isEqualTo("connection");
    assertThat(failure.isFree()).isFalse();
  }

  @Test
  void aNameThatIsNoneCostsNothing() {
    ChatFailure failure =
        catchThrowableOfType(
            ChatFailure.class,
            () -> send(URI.create("http://nowhere.invalid/"), LIMIT, Optional.empty()));

    assertThat(failure).hasMessageContaining("no such host");
    assertThat(failure.isFree()).isTrue();
  }

  @Test
  void trustsTheCertificateOfTheTrustStoreForItsHostAlone() throws Exception {
    try (TlsServer tls = TlsServer.start(folder)) {
      Optional<X509TrustManager> trust =
          Optional.of(TrustStore.read("key", tls.certificate().toString(), Optional.empty()));

      assertThat(send(tls.at("localhost"), LIMIT, trust).status()).isEqualTo(204);
      for (ChatFailure failure :
          List.of(
              failure(tls.at("localhost"), Optional.empty()),
              failure(tls.at("127.0.0.1"), trust))) {
        assertThat(failure.fault().kind()).isEqualTo("connection");
        assertThat(failure.isFree()).as(failure.getMessage()).isTrue();
      }
    }
  }

  @Test
  void noMetricKnowsWhereItWent() {
    send("/where-it-went?secret", Map.of(), "{}");

    assertThat(metrics.getMeters())
        .isNotEmpty()
        .noneMatch(meter -> meter.getId().getName().startsWith("http.client"))
        .noneMatch(meter -> meter.getId().toString().contains("where-it-went"))
        .noneMatch(meter -> meter.getId().toString().contains(":" + server.getAddress().getPort()));
  }

  private ChatFailure failure(String path) {
    return catchThrowableOfType(ChatFailure.class, () -> send(path, Map.of(), "{}"));
  }

  private static ChatFailure failure(URI uri, Optional<X509TrustManager> trust) {
    return catchThrowableOfType(ChatFailure.class, () -> send(uri, LIMIT, trust));
  }

  private HttpReply send(String path, Map<String, String> headers, String body) {
    URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + path);
    return post(Optional.empty())
        .send(
            uri,
            "application/json",
            headers,
            body.getBytes(StandardCharsets.UTF_8),
            Deadline.after(LIMIT));
  }

  private static HttpReply send(URI uri, Duration limit, Optional<X509TrustManager> trust) {
    return post(trust)
        .send(uri, "application/json", Map.of(), new byte[] {'{', '}'}, Deadline.after(limit));
  }

  private static HttpPost post(Optional<X509TrustManager> trust) {
    return new HttpPost(trust, new Redaction(List.of(KEY)), false);
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    } catch (IOException e) {
      // The client may leave at any byte: that is what some tests are about.
      exchange.close();
    }
  }
}
