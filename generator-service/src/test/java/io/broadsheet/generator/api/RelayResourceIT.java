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

    JsonNode check = null;
    for (JsonNode each : json("q/health").path("checks")) {
      assertThat(each.path("status").asText()).as(each.toString()).isEqualTo("UP");
      check = each.path("name").asText().equals("relay") ? each : check;
    }
    assertThat(check).isNotNull();
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
