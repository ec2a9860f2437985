package io.broadsheet.publisher.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.eclipse.microprofile.config.Config;

/** What tests of a whole press do: send events and commands, and look at what became of them. */
public final class PressScene implements AutoCloseable {

  /** How long anything may take. */
  public static final Duration PATIENCE = Duration.ofSeconds(40);

  private static final AtomicLong SEQ = new AtomicLong(1000);

  private final TestBroker broker;
  private final Admin admin;
  private final TestSql sql;
  private final String sandbox;

  /**
   * @param config of a press on a {@link PressStack}
   */
  public PressScene(Config config) {
    String bootstrapServers = config.getValue("kafka.bootstrap.servers", String.class);
    broker = new TestBroker(bootstrapServers);
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    sql =
        new TestSql(
            config.getValue("test.migrator.url", String.class),
            config.getValue("test.migrator.password", String.class));
    sandbox = config.getValue("test.sandbox.url", String.class);
    http("POST", "/sandbox/reset", "");
  }

  /** The database as its owner sees it. */
  public TestSql sql() {
    return sql;
  }

  public TestBroker broker() {
    return broker;
  }

  public Admin admin() {
    return admin;
  }

  /** A post with an event of its own for a target. */
  public record Sent(UUID id, PostEvent event, Instant at) {}

  /** Publishes a post for one target. */
  public Sent publish(String target, Instant at) {
    return publish(post(), target, at);
  }

  /** Publishes a post for one target now. */
  public Sent publish(UUID post, String target) {
    return publish(post, target, Instant.now());
  }

  private Sent publish(UUID post, String target, Instant at) {
    Sent sent = event(post, target, at);
    send(sent);
    return sent;
  }

  /** The event of a post for a target, not sent yet. */
  public static Sent event(UUID post, String target, Instant at) {
    return new Sent(UUID.randomUUID(), Records.event(post, target), at);
  }

  /** Sends an event, for the first time or again. */
  public void send(Sent sent) {
    send(sent, EventFormat.write(sent.event()));
  }

  /** Sends another text under an event's headers. */
  public void send(Sent sent, String value) {
    broker.send(
        "broadsheet.post." + sent.event().channel(),
        sent.event().postId().toString(),
        value.getBytes(StandardCharsets.UTF_8),
        Records.headers(sent.id(), sent.event()),
        sent.at());
  }

  /** Sends a command as the relay does; its id. */
  public UUID order(String key, Command command) {
    CommandEvent event =
        new CommandEvent(
            CommandEvent.VERSION,
            UUID.randomUUID(),
            key,
            "anna",
            "test",
            OffsetDateTime.now(ZoneOffset.UTC),
            command);
    broker.send(
        Topics.COMMAND,
        key,
        EventFormat.write(event).getBytes(StandardCharsets.UTF_8),
        Map.of(
            "id",
            event.id().toString(),
            "seq",
            Long.toString(SEQ.incrementAndGet()),
            "type",
            CommandEvent.TYPE,
            "target",
            key,
            "generation",
            "1"));
    return event.id();
  }

  /** Waits until the delivery of an event is in a state. */
  public void awaitState(Sent sent, String state) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(states(sent)).containsExactly(state));
  }

  /** The states of the deliveries of an event: one or none. */
  public List<String> states(Sent sent) {
    return sql.query("select state from publisher.delivery where event_id = ?", sent.id());
  }

  /** Takes a delivery away, as a restored backup that is older than it does. */
  public void lose(Sent sent) {
    sql.execute("delete from publisher.delivery where event_id = ?", sent.id());
  }

  /** Holds a target back, or lets it go. */
  public void hold(String target, boolean held) {
    sql.execute(
        "update publisher.target_state set paused_until = case when ? then timestamptz 'infinity' end,"
            + " next_allowed_at = null where target = ?",
        held,
        target);
  }

  /** Lets APIs of the sandbox misbehave, as docs/sandbox.md says. */
  public void fault(String faults) {
    http("POST", "/sandbox/faults", faults);
  }

  /** How many effects the sandbox has had. */
  public int effects() {
    return http("GET", "/sandbox/journal", "").split("\"effect\":true", -1).length - 1;
  }

  /** Where a group stands in a topic, once that is at the topic's end. */
  public Map<TopicPartition, OffsetAndMetadata> offsetsAtEnd(String group, String topic) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                offsets(group)
                    .forEach(
                        (partition, offset) -> {
                          if (partition.topic().equals(topic)) {
                            assertThat(offset.offset()).isEqualTo(end(partition));
                          }
                        }));
    return offsets(group);
  }

  private long end(TopicPartition partition) {
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.latest()))
        .partitionResult(partition)
        .toCompletionStage()
        .toCompletableFuture()
        .join()
        .offset();
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets(String group) {
    return admin
        .listConsumerGroupOffsets(group)
        .partitionsToOffsetAndMetadata()
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  /** A post that nobody knows yet. */
  public UUID post() {
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

  private String http(String method, String path, String body) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(sandbox + path))
                  .timeout(Duration.ofSeconds(10))
                  .header("Content-Type", "application/json")
                  .method(method, HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new IllegalStateException(path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(path, e);
    }
  }

  @Override
  public void close() {
    broker.close();
    admin.close();
  }
}
