package io.broadsheet.publisher;

import static io.broadsheet.publisher.testing.PressScene.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.publisher.testing.PressScene;
import io.broadsheet.publisher.testing.PressScene.Sent;
import io.broadsheet.publisher.testing.PressStack;
import io.broadsheet.publisher.testing.Records;
import io.broadsheet.publisher.testing.TestSql;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole service: records in, posts at the sandbox, stamps in the database. */
@QuarkusTest
@QuarkusTestResource(value = PressStack.class, restrictToAnnotatedClass = true)
class PressIT {

  @Inject Config config;

  @ConfigProperty(name = "quarkus.http.test-port")
  int port;

  private PressScene scene;
  private TestSql sql;

  @BeforeEach
  void connect() {
    scene = new PressScene(config);
    sql = scene.sql();
  }

  @AfterEach
  void disconnect() {
    scene.close();
  }

  @Test
  void anEventIsPostedEverywhereAndThePostStamped() {
    UUID post = scene.post();

    for (ChannelKind channel : ChannelKind.values()) {
      scene.publish(post, channel.wireName() + "-ru");
    }
    String stamps =
        Arrays.stream(ChannelKind.values())
            .map(channel -> channel.postedAtColumn() + " is not null")
            .collect(Collectors.joining(" and "));

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(sql.query("select id::text from generator.blog_posts where " + stamps))
                    .contains(post.toString()));
    assertThat(states(post)).hasSameSizeAs(ChannelKind.values()).containsOnly("posted");
    String page =
        sql.query(
                "select external_url from publisher.delivery where target = 'telegraph-ru' and post_id = ?",
                post)
            .get(0);
    assertThat(
            sql.query(
                "select rendered::text from publisher.delivery where target <> 'telegraph-ru' and post_id = ?",
                post))
        .hasSize(ChannelKind.values().length - 1)
        .allMatch(rendered -> rendered.contains(page));
    assertThat(get("/q/metrics"))
        .contains("broadsheet_delivery_transitions_total", "broadsheet_inbox_records_total");
  }

  @Test
  @Case({"K1", "C4"})
  void anUnreadableRecordIsPutAsideAndTheNextOneIsTaken() {
    UUID post = scene.post();
    Sent bad = PressScene.event(post, "telegraph-ru", Instant.now());
    byte[] bytes = {'{', (byte) 0xff, 0};

    scene
        .broker()
        .send(
            Topics.post(ChannelKind.TELEGRAPH), "k", bytes, Records.headers(bad.id(), bad.event()));
    Sent good = scene.publish(post, "telegraph-ru");

    scene.awaitState(good, "posted");
    assertThat(reasons(bad)).singleElement().asString().isNotBlank();
    ConsumerRecord<byte[], byte[]> dead =
        scene
            .broker()
            .await(Topics.DEAD_LETTER, PATIENCE, r -> bad.id().toString().equals(header(r, "id")));
    assertThat(dead.value()).isEqualTo(bytes);
    assertThat(header(dead, "dead-letter-reason")).isNotBlank();
    assertThat(header(dead, "dead-letter-topic")).isEqualTo("broadsheet.post.telegraph");
  }

  @Test
  void theLargestMessageIsTaken() {
    Sent large = PressScene.event(UUID.randomUUID(), "telegraph-nowhere", Instant.now());
    String json = EventFormat.write(large.event());
    int room = Topics.MAX_PAYLOAD_BYTES - json.length();

    scene.send(large, json.replace("Body of the *post*.", "x".repeat(room)));

    scene.awaitState(large, "pending");
  }

  @Test
  void aRecordThatPostgreSqlCannotStoreIsPutAsideAlone() {
    UUID post = scene.post();
    Sent bad = PressScene.event(post, "telegraph-ru", Instant.now());

    // jsonb refuses half of a surrogate pair; a JSON parser takes it.
    scene.send(bad, EventFormat.write(bad.event()).replace("Summary", "\\ud83d"));
    Sent good = scene.publish(post, "telegraph-ru");

    scene.awaitState(good, "posted");
    assertThat(reasons(bad)).singleElement().asString().contains("PostgreSQL");
  }

  @Test
  @Case("K3")
  void theSameRecordTenTimesIsOneDelivery() {
    UUID post = scene.post();
    Sent sent = scene.publish(post, "telegraph-ru");
    for (int i = 1; i < 10; i++) {
      scene.send(sent);
    }
    Sent last = scene.publish(scene.post(), "telegraph-ru");

    scene.awaitState(last, "posted");
    scene.awaitState(sent, "posted");
    assertThat(states(post)).containsExactly("posted");
    assertThat(sql.query("select kind from publisher.attempt where post_id = ?", post))
        .containsExactly("call");
  }

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void anEventForATargetThatIsNotConfiguredIsKept(ChannelKind channel) {
    Sent sent = scene.publish(scene.post(), channel.wireName() + "-en");

    scene.awaitState(sent, "pending");
  }

  @Test
  void whileTheDatabaseRefusesTheInboxWaitsAndLosesNothing() {
    Sent sent;
    // A sequence keeps count although each insert is rolled back.
    sql.execute("create sequence publisher.refusals");
    sql.execute(
        """
        create function publisher.refuse() returns trigger language plpgsql security definer as $$
        begin
          perform nextval('publisher.refusals');
          raise exception using errcode = '53100', message = 'disk full';
        end $$
        """);
    sql.execute(
        "create trigger refuse before insert on publisher.delivery execute function publisher.refuse()");
    try {
      sent = scene.publish(scene.post(), "telegraph-ru");
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  sql.query("select 1 from publisher.refusals where last_value >= 2").size() == 1);
    } finally {
      sql.execute("drop trigger refuse on publisher.delivery");
    }

    scene.awaitState(sent, "posted");
  }

  @Test
  void itIsReadyAndAsksTheDatabaseNothingForIt() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(get("/q/health/ready"))
                    .contains("\"status\": \"UP\"", "\"database\"", "\"post-webhook\""));
  }

  private List<String> reasons(Sent dead) {
    return sql.query("select reason from publisher.dead_letter where outbox_id = ?", dead.id());
  }

  private List<String> states(UUID post) {
    return sql.query("select state from publisher.delivery where post_id = ?", post);
  }

  private static String header(ConsumerRecord<byte[], byte[]> kafkaRecord, String name) {
    return kafkaRecord.headers().lastHeader(name) == null
        ? null
        : new String(kafkaRecord.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private String get(String path) {
    URI address = URI.create("http://localhost:" + port + path);
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(10)).build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (Exception e) {
      throw new IllegalStateException(path, e);
    }
  }
}
