package io.broadsheet.publisher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.Topics;
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
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole service: commands in, by Kafka and by its own port. */
@QuarkusTest
@QuarkusTestResource(value = PressStack.class, restrictToAnnotatedClass = true)
class CommandPressIT {

  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final String TARGET = "telegraph-ru";

  @ConfigProperty(name = "kafka.bootstrap.servers")
  String bootstrapServers;

  @ConfigProperty(name = "test.migrator.url")
  String url;

  @ConfigProperty(name = "test.migrator.password")
  String password;

  @ConfigProperty(name = "quarkus.http.test-port")
  int port;

  private TestBroker broker;
  private TestSql sql;

  @BeforeEach
  void connect() {
    broker = new TestBroker(bootstrapServers);
    sql = new TestSql(url, password);
    await()
        .atMost(PATIENCE)
        .until(() -> !sql.query("select 1 from publisher.target_state").isEmpty());
  }

  @AfterEach
  void disconnect() {
    broker.close();
  }

  @Test
  @Case("C4")
  void anUnreadableCommandIsOneDeadLetterAndTheNextOneIsTaken() {
    UUID bad = UUID.randomUUID();
    CommandEvent strange = event(bad, new Command.Resume());
    String unknown = EventFormat.write(strange).replace("resume", "explode");

    broker.send(
        Topics.COMMAND, TARGET, unknown.getBytes(StandardCharsets.UTF_8), headers(strange, 1));
    UUID good = send(1, new Command.Resume());

    awaitResult(good, "applied");
    // What the reconciler asks: it sends only what has neither row.
    assertThat(sql.query("select reason from publisher.dead_letter where outbox_id = ?", bad))
        .singleElement()
        .asString()
        .contains("explode");
    assertThat(sql.query("select 1 from publisher.command where id = ?", bad)).isEmpty();
    broker.await(
        Topics.DEAD_LETTER,
        PATIENCE,
        r -> bad.toString().equals(new String(r.headers().lastHeader("id").value())));
  }

  @Test
  void theSameRecordTenTimesActsOnceAndWhatWaitsGoesOutAfterTheResume() {
    CommandEvent pause = event(UUID.randomUUID(), new Command.Pause(null));
    for (int i = 0; i < 10; i++) {
      send(10, pause);
    }
    awaitResult(pause.id(), "applied");
    UUID post = post();
    broker.send(
        "broadsheet.post.telegraph",
        post.toString(),
        EventFormat.write(Records.event(post, TARGET)).getBytes(StandardCharsets.UTF_8),
        Records.headers(UUID.randomUUID(), Records.event(post, TARGET)));
    await().atMost(PATIENCE).until(() -> state(post).equals(List.of("pending")));

    UUID resume = send(11, new Command.Resume());

    awaitResult(resume, "applied");
    await().atMost(PATIENCE).until(() -> state(post).equals(List.of("posted")));
    assertThat(
            sql.query(
                "select to_jsonb(kind || ' ' || operator) #>> '{}' from publisher.command where id = ?",
                pause.id()))
        .containsExactly("pause anna");
  }

  @Test
  void theOwnPortPausesAndResumesAndWritesItDown() throws Exception {
    HttpResponse<String> paused =
        post("/targets/vk-ru/pause", "{\"by\":\"boris\",\"reason\":\"kafka is down\"}");

    assertThat(paused.statusCode()).isEqualTo(200);
    assertThat(paused.body()).contains("\"result\":\"applied\"", "commandId");
    assertThat(
            sql.query(
                "select operator_pause_by || ': ' || operator_pause_reason"
                    + " from publisher.target_state where target = 'vk-ru'"))
        .containsExactly("boris: kafka is down");
    assertThat(post("/targets/vk-ru/resume", "").statusCode()).isEqualTo(200);
    assertThat(
            sql.query(
                "select kind || ' ' || operator from publisher.command where seq is null order by ordered_at"))
        .containsExactly("pause boris", "resume operator");
    assertThat(
            sql.query(
                "select count(*) from publisher.target_state"
                    + " where target = 'vk-ru' and operator_pause_until is null"))
        .containsExactly("1");
  }

  @Test
  void theOwnPortRefusesWhatItDoesNotUnderstand() throws Exception {
    assertThat(post("/targets/nowhere/pause", "{\"reason\":\"x\"}").statusCode()).isEqualTo(404);
    assertThat(post("/targets/vk-ru/pause", "{}").body()).contains("reason is missing");
    assertThat(post("/targets/vk-ru/pause", "{\"reason\":\"x\",\"until\":\"soon\"}").body())
        .contains("until is", "2026-11-30T09:00:00Z");
    HttpResponse<String> past =
        post("/targets/vk-ru/pause", "{\"reason\":\"x\",\"until\":\"2020-01-01T00:00:00Z\"}");
    assertThat(past.statusCode()).isEqualTo(400);
    assertThat(past.body()).contains("has passed");
    assertThat(post("/targets/vk-ru/pause", "{\"raeson\":\"x\"}").body()).contains("raeson");
    assertThat(post("/targets/vk-ru/pause", "[").statusCode()).isEqualTo(400);
  }

  private UUID send(long seq, Command command) {
    CommandEvent event = event(UUID.randomUUID(), command);
    send(seq, event);
    return event.id();
  }

  private void send(long seq, CommandEvent event) {
    broker.send(
        Topics.COMMAND,
        event.target(),
        EventFormat.write(event).getBytes(StandardCharsets.UTF_8),
        headers(event, seq));
  }

  private static CommandEvent event(UUID id, Command command) {
    return new CommandEvent(
        1, id, TARGET, "anna", "because", OffsetDateTime.parse("2026-11-30T09:00:00Z"), command);
  }

  private static Map<String, String> headers(CommandEvent event, long seq) {
    return new TreeMap<>(
        Map.of(
            "id", event.id().toString(),
            "seq", Long.toString(seq),
            "type", "command",
            "target", event.target(),
            "generation", "1"));
  }

  private void awaitResult(UUID id, String result) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(sql.query("select result from publisher.command where id = ?", id))
                    .containsExactly(result));
  }

  private List<String> state(UUID post) {
    return sql.query("select state from publisher.delivery where post_id = ?", post);
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

  private HttpResponse<String> post(String path, String body) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofSeconds(20))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
