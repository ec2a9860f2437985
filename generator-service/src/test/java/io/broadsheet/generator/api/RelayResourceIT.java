package io.broadsheet.generator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.generator.testing.NewsroomStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class RelayResourceIT {

  @TestHTTPResource("/")
  URI root;

  @Test
  void tellsThatTheRelayWorks() throws Exception {
    await().atMost(Duration.ofSeconds(30)).until(() -> !relay().path("lastHeartbeatAt").isNull());

    JsonNode relay = relay();
    assertThat(relay.path("mode").asText()).isEqualTo("cdc");
    assertThat(relay.path("role").asText()).isEqualTo("active");
    assertThat(relay.path("holder")).isEqualTo(relay.path("replica"));
    assertThat(relay.path("heartbeatAgeMs").isIntegralNumber()).isTrue();
    assertThat(relay.path("lastError").isNull()).isTrue();

    for (String health : List.of("q/health", "q/health/live", "q/health/ready")) {
      JsonNode checks = json(health).path("checks");
      assertThat(checks).allMatch(each -> each.path("status").asText().equals("UP"));
      assertThat(checks).as(health).anyMatch(each -> each.path("name").asText().equals("relay"));
    }
    assertThat(body("q/metrics"))
        .contains(
            "broadsheet_relay_relayed_total",
            "broadsheet_relay_reconciled_total",
            "broadsheet_relay_heartbeat_age_seconds");
  }

  private JsonNode relay() throws IOException, InterruptedException {
    return json("api/relay");
  }

  private JsonNode json(String path) throws IOException, InterruptedException {
    return new ObjectMapper().readTree(body(path));
  }

  private String body(String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(root.resolve(path)).build(), BodyHandlers.ofString())
        .body();
  }
}
