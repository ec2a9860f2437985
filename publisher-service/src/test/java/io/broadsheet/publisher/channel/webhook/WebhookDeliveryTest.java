package io.broadsheet.publisher.channel.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Posts;
import io.broadsheet.publisher.channel.ScriptedApi;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Verification;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookDeliveryTest {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Channel channel(Vertx vertx, String url, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>(Map.of("base-url", url, "secret", SECRET));
    settings.putAll(more);
    return new WebhookChannelFactory(vertx)
        .open(new Target("any-ru", ChannelKind.WEBHOOK, "ru", settings));
  }

  private static Channel channel(Map<String, String> more) {
    return channel(Vertx.vertx(), "https://receiver.example/hook", more);
  }

  private static String body(Optional<URI> companion) throws IOException {
    Form form = channel(Map.of()).render(Posts.post("one"), companion).form(1, 1);
    return JSON.readTree(form.json()).path("body").asText();
  }

  @Test
  void signsAsTheReferenceLibraries() {
    // Their common test vector (github.com/standard-webhooks/standard-webhooks).
    assertThat(
            Signature.of(
                SECRET.substring("whsec_".length()),
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                1_614_265_330,
                "{\"test\": 2432232314}"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void theIdStaysWhileTheTimeIsFresh() {
    List<MultiMap> headers = Collections.synchronizedList(new ArrayList<>());
    try (ScriptedApi api =
        new ScriptedApi(
            request -> {
              headers.add(request.headers());
              return "";
            })) {
      Channel channel = channel(api.vertx(), api.url(), Map.of());
      Form form = channel.render(Posts.post("one"), Optional.empty()).form(1, 1);
      for (String key : List.of("key/1", "key/1", "key/2")) {
        channel.send(form, new Call(key, Deadline.after(Duration.ofSeconds(10))));
      }
    }
    List<String> ids = headers.stream().map(all -> all.get("webhook-id")).toList();
    assertThat(ids.get(0)).matches("msg_[0-9a-f]{32}").isEqualTo(ids.get(1));
    assertThat(ids.get(2)).isNotEqualTo(ids.get(0));
    assertThat(Long.parseLong(headers.get(0).get("webhook-timestamp")))
        .isCloseTo(System.currentTimeMillis() / 1000, org.assertj.core.data.Offset.offset(60L));
  }

  @Test
  void theBodyIsWhatTheSchemaSays() throws IOException {
    JsonNode schema = JSON.readTree(Path.of("..", "docs", "webhook-event.schema.json").toFile());
    JsonNode event = JSON.readTree(body(Optional.empty()));

    assertThat(names(event)).containsExactlyInAnyOrderElementsOf(names(schema.path("properties")));
    assertThat(names(event.path("data")))
        .containsExactlyInAnyOrderElementsOf(names(schema.at("/properties/data/properties")));
    assertThat(event.path("v")).isEqualTo(schema.at("/properties/v/const"));
    assertThat(event.path("type")).isEqualTo(schema.at("/properties/type/const"));
    assertThat(event.at("/data/bodyMarkdown").asText()).isEqualTo(Posts.post("one").bodyMarkdown());
  }

  @Test
  void theLinkIsTheCompanionsWhereThereIsOne() throws IOException {
    JsonNode data =
        JSON.readTree(body(Optional.of(URI.create("https://telegra.ph/x")))).path("data");

    assertThat(data.path("link").asText()).isEqualTo("https://telegra.ph/x");
    assertThat(data.path("canonicalUrl").asText()).isEqualTo("https://news.example.org/ru/one");
  }

  @ParameterizedTest
  @CsvSource({"'',PT24H", "2h,PT2H", "0,PT0S", "0s,PT0S"})
  void theWindowIsWhatTheReceiverRemembers(String window, Duration expected) {
    Channel channel = channel(window.isEmpty() ? Map.of() : Map.of("key-window", window));

    assertThat(channel.keyWindow()).isEqualTo(expected);
    assertThat(channel.probe(new Form("{}"), null)).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void aReceiverIsSaidToKeepTheKeyFromTheFirstMoment() {
    assertThat(channel(Map.of()).repeatsAtOnce()).isFalse();
    assertThat(channel(Map.of("repeat-at-once", "true")).repeatsAtOnce()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"200,Passed", "404,Passed", "405,Passed", "410,Failed", "302,Failed", "503,Unclear"})
  void onlyWhatAPostWouldMeetTooFailsTheVerification(int status, String expected) {
    try (ScriptedApi api =
        new ScriptedApi(
            request -> {
              request.response().setStatusCode(status);
              return "";
            })) {
      Verification verification =
          channel(api.vertx(), api.url(), Map.of())
              .verify(new Call("verify", Deadline.after(Duration.ofSeconds(10))));

      assertThat(verification.getClass().getSimpleName()).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"whsec_c2hvcnQ=", "whsec_!", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"})
  void namesAMalformedSecretWithoutShowingIt(String secret) {
    assertThat(catchThrowable(() -> channel(Map.of("secret", secret))))
        .hasMessageContaining("broadsheet.targets.any-ru.secret")
        .hasMessageNotContaining(secret);
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
