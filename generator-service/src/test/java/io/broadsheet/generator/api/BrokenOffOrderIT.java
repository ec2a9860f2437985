package io.broadsheet.generator.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.testing.PublisherRecords;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An order whose client gives up before it is answered is taken as it was given, or not at all. */
@QuarkusTest
@Case("C5")
@QuarkusTestResource(NewsroomStack.class)
class BrokenOffOrderIT {

  private static final int ORDERS = 100;

  @Inject Database database;

  @TestHTTPResource("/")
  URI root;

  @ConfigProperty(name = "broadsheet.relay.url")
  String databaseUrl;

  @BeforeEach
  void noOrders() {
    for (String table : new String[] {"outbox", "blog_posts", "edition", "target_orders"}) {
      database.run("delete from generator." + table);
    }
    PublisherRecords.of(databaseUrl);
  }

  @Test
  void overHttp1ItsBodyIsNeverLost() throws Exception {
    for (int i = 0; i < ORDERS; i++) {
      try (Socket socket = new Socket(root.getHost(), root.getPort())) {
        socket.getOutputStream().write(request("order " + i));
      }
    }
    giveWhole("the last order");

    await().atMost(Duration.ofSeconds(20)).until(() -> orders("= 'the last order'") == 1);
    assertThat(orders("is null")).isZero();
  }

  // Over HTTP/2 one of fifty orders whose stream was cancelled at once came without its body.
  @Test
  void http2IsNotSpoken() throws Exception {
    HttpResponse<Void> answer =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_2)
            .build()
            .send(
                HttpRequest.newBuilder(root.resolve("/q/health/live")).build(),
                BodyHandlers.discarding());

    assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
  }

  private long orders(String reason) {
    return database
        .run(
            "select from generator.outbox where type = 'command' and (payload ->> 'reason' "
                + reason
                + ")")
        .size();
  }

  private static String body(String reason) {
    return "{\"by\":\"anna\",\"reason\":\"" + reason + "\"}";
  }

  private void giveWhole(String reason) throws IOException {
    try (Socket socket = new Socket(root.getHost(), root.getPort())) {
      socket.getOutputStream().write(request(reason));
      assertThat(socket.getInputStream().read()).isPositive();
    }
  }

  private static byte[] request(String reason) {
    String body = body(reason);
    return ("POST /api/targets/vk-ru/resume HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(US_ASCII);
  }
}
