package io.broadsheet.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.publisher.testing.PressStack;
import io.broadsheet.publisher.testing.Records;
import io.broadsheet.publisher.testing.TestBroker;
import io.broadsheet.publisher.testing.TestSql;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @ConfigProperty(name = "test.migrator.url")
  String url;

  @ConfigProperty(name = "test.migrator.password")
  String password;

  @ConfigProperty(name = "test.sandbox.url")
  String sandbox;

  @ConfigProperty(name = "quarkus.http.test-port")
  int port;

  private TestBroker broker;
  private TestSql sql;

  @BeforeEach
  void connect() {
    broker = new TestBroker(bootstrapServers);
    sql = new TestSql(url, password);
    http("POST", sandbox + "/sandbox/reset");
  }

  @AfterEach
  void disconnect() {
    broker.close();
  }

  @Test
  void anEventIsPostedEverywhereAndThePostStamped() {
    UUID post = post();

    for (ChannelKind channel : ChannelKind.values()) {
      send(UUID.randomUUID(), Records.event(post, channel.wireName() + "-ru"));
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
    assertThat(http("GET", "http://localhost:" + port + "/q/metrics"))
        .contains("broadsheet_delivery_transitions_total", "broadsheet_inbox_records_total");
  }

  @Test
  @Case({"K1", "C4"})
  void anUnreadableRecordIsPutAsideAndTheNextOneIsTaken() {
    UUID post = post();
    UUID bad = UUID.randomUUID();
    UUID good = UUID.randomUUID();
    PostEvent event = Records.event(post, "telegraph-ru");
    byte[] bytes = {'{', (byte) 0xff, 0};

    broker.send(Topics.post(ChannelKind.TELEGRAPH), "k", bytes, Records.headers(bad, event));
    send(good, event);

    awaitState(good, "posted");
    assertThat(
            sql.query(
                "select reason from publisher.dead_letter where outbox_id = '%s'".formatted(bad)))
        .singleElement()
        .asString()
        .isNotBlank();
    ConsumerRecord<byte[], byte[]> dead =
        broker.await(Topics.DEAD_LETTER, PATIENCE, r -> bad.toString().equals(header(r, "id")));
    assertThat(dead.value()).isEqualTo(bytes);
    assertThat(header(dead, "dead-letter-reason")).isNotBlank();
    assertThat(header(dead, "dead-letter-topic")).isEqualTo("broadsheet.post.telegraph");
  }

  @Test
  void theLargestMessageIsTaken() {
    UUID id = UUID.randomUUID();
    PostEvent event = Records.event(UUID.randomUUID(), "telegraph-nowhere");
    String json = EventFormat.write(event);
    int room = Topics.MAX_PAYLOAD_BYTES - json.length();
    String large = json.replace("Body of the *post*.", "x".repeat(room));

    broker.send(
        "broadsheet.post.telegraph",
        "k",
        large.getBytes(StandardCharsets.UTF_8),
        Records.headers(id, event));

    awaitState(id, "pending");
  }

  @Test
  void aRecordThatPostgreSqlCannotStoreIsPutAsideAlone() {
    UUID post = post();
    UUID bad = UUID.randomUUID();
    UUID good = UUID.randomUUID();
    PostEvent event = Records.event(post, "telegraph-ru");
    // jsonb refuses half of a surrogate pair; a JSON parser takes it.
    String half = EventFormat.write(event).replace("Summary", "\\ud83d");

    broker.send(
        Topics.post(ChannelKind.TELEGRAPH),
        post.toString(),
        half.getBytes(StandardCharsets.UTF_8),
        Records.headers(bad, event));
    send(good, event);

    awaitState(good, "posted");
    assertThat(
            sql.query(
                "select reason from publisher.dead_letter where outbox_id = '%s'".formatted(bad)))
        .singleElement()
        .asString()
        .contains("PostgreSQL");
  }

  @Test
  @Case("K3")
  void theSameRecordTenTimesIsOneDelivery() {
    UUID post = post();
    UUID id = UUID.randomUUID();
    for (int i = 0; i < 10; i++) {
      send(id, Records.event(post, "telegraph-ru"));
    }
    UUID last = UUID.randomUUID();
    UUID next = post();
    send(last, Records.event(next, "telegraph-ru"));

    awaitState(last, "posted");
    awaitState(id, "posted");
    assertThat(states(post)).containsExactly("posted");
    assertThat(sql.query("select kind from publisher.attempt where post_id = '%s'".formatted(post)))
        .containsExactly("call");
  }

  @Test
  @Case("K2")
  void anApiThatHangsLeavesNoLagAndDelaysNoOtherTarget() {
    http(
        "POST",
        sandbox + "/sandbox/faults",
        "[{\"api\":\"webhook\",\"fault\":\"hang\",\"times\":1}]");
    String group = "broadsheet.publisher.webhook";
    Set<String> members = broker.members(group);
    UUID hung = UUID.randomUUID();
    UUID waiting = UUID.randomUUID();
    UUID elsewhere = UUID.randomUUID();

    sendWithPage(hung, "webhook-ru");
    awaitState(hung, "sending");
    sendWithPage(waiting, "webhook-ru");
    send(elsewhere, Records.event(post(), "telegraph-ru"));

    awaitState(elsewhere, "posted");
    awaitState(waiting, "pending");
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(lags()).containsOnly(0L));
    // Nobody has waited for the API: it hangs still.
    assertThat(state(hung)).containsExactly("sending");
    assertThat(broker.members(group)).isEqualTo(members);
    awaitState(hung, "posted");
    awaitState(waiting, "posted");
  }

  @ParameterizedTest
  @EnumSource(ChannelKind.class)
  void anEventForATargetThatIsNotConfiguredIsKept(ChannelKind channel) {
    UUID id = UUID.randomUUID();
    send(id, Records.event(post(), channel.wireName() + "-en"));

    awaitState(id, "pending");
  }

  @Test
  void whileTheDatabaseRefusesTheInboxWaitsAndLosesNothing() {
    UUID id = UUID.randomUUID();
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
      send(id, Records.event(post(), "telegraph-ru"));
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  sql.query("select 1 from publisher.refusals where last_value >= 2").size() == 1);
    } finally {
      sql.execute("drop trigger refuse on publisher.delivery");
    }

    awaitState(id, "posted");
  }

  @Test
  void itIsReadyAndAsksTheDatabaseNothingForIt() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(http("GET", "http://localhost:" + port + "/q/health/ready"))
                    .contains("\"status\": \"UP\"", "\"database\"", "\"post-webhook\""));
  }

  /** Sends an event, and that of the page which it links. */
  private void sendWithPage(UUID id, String target) {
    UUID post = post();
    send(UUID.randomUUID(), Records.event(post, "telegraph-ru"));
    send(id, Records.event(post, target));
  }

  private void send(UUID id, PostEvent event) {
    broker.send(
        "broadsheet.post." + event.channel(),
        event.postId().toString(),
        EventFormat.write(event).getBytes(StandardCharsets.UTF_8),
        Records.headers(id, event));
  }

  private void awaitState(UUID eventId, String state) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(state(eventId)).containsExactly(state));
  }

  private List<String> state(UUID eventId) {
    return sql.query("select state from publisher.delivery where event_id = ?", eventId);
  }

  /** How far each group is behind the end of its topic. */
  private List<Long> lags() {
    return Stream.concat(
            Arrays.stream(ChannelKind.values())
                .map(
                    channel ->
                        broker.lag(
                            "broadsheet.publisher." + channel.wireName(), Topics.post(channel))),
            Stream.of(broker.lag("broadsheet.publisher.command", Topics.COMMAND)))
        .toList();
  }

  private List<String> states(UUID post) {
    return sql.query("select state from publisher.delivery where post_id = '%s'".formatted(post));
  }

  private UUID post() {
    UUID id = UUID.randomUUID();
    sql.execute(
        """
        insert into generator.edition (edition_date, content_type) values ('2026-11-30', 'digest')
        on conflict do nothing
        """);
    sql.execute(
        """
        insert into generator.blog_posts
          (id, edition_date, language, content_type, slug, title, summary, body_markdown, canonical_url)
        values ('%1$s', '2026-11-30', '%1$s', 'digest', '%1$s', 't', 's', 'b', 'https://example.org')
        """
            .formatted(id));
    return id;
  }

  private static String header(ConsumerRecord<byte[], byte[]> kafkaRecord, String name) {
    return kafkaRecord.headers().lastHeader(name) == null
        ? null
        : new String(kafkaRecord.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  private static String http(String method, String address) {
    return http(method, address, "");
  }

  private static String http(String method, String address, String body) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(address))
                  .timeout(Duration.ofSeconds(10))
                  .header("Content-Type", "application/json")
                  .method(method, HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (Exception e) {
      throw new IllegalStateException(address, e);
    }
  }
}
