package io.broadsheet.publisher.replay;

import static io.broadsheet.publisher.testing.PressScene.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.embedded.EmbeddedKafka;
import io.broadsheet.embedded.FreePorts;
import io.broadsheet.publisher.delivery.DueSignals;
import io.broadsheet.publisher.testing.MigratedDatabase;
import io.broadsheet.publisher.testing.Records;
import io.broadsheet.publisher.testing.TestBroker;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replay whose broker goes away and comes back, and whose replica gives way to another. */
class ReplayOutageIT {

  private static final int EVENTS = 500;

  @TempDir static Path folder;

  private static final OffsetDateTime NOW = OffsetDateTime.now(ZoneOffset.UTC);
  private static EmbeddedKafka.Settings settings;
  private static EmbeddedKafka broker;

  private MigratedDatabase database;
  private Replays replays;

  @BeforeAll
  static void startBroker() throws Exception {
    settings =
        new EmbeddedKafka.Settings(
            folder.resolve("data"), folder.resolve("log"), FreePorts.next(), FreePorts.next());
    broker = EmbeddedKafka.launch(settings).awaitReady();
    topicOfThreePartitions(ChannelKind.WEBHOOK);
    publish(ChannelKind.WEBHOOK, EVENTS);
  }

  private static void topicOfThreePartitions(ChannelKind channel) throws Exception {
    try (Admin admin = admin()) {
      admin
          .createTopics(
              List.of(new NewTopic(Topics.post(channel), Optional.of(3), Optional.empty())))
          .all()
          .get();
    }
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }

  private static void publish(ChannelKind channel, int events) {
    try (TestBroker producer = new TestBroker(broker.bootstrapServers())) {
      for (int i = 0; i < events; i++) {
        PostEvent event = Records.event(UUID.randomUUID(), channel.wireName() + "-ru");
        producer.send(
            Topics.post(channel),
            event.postId().toString(),
            EventFormat.write(event).getBytes(StandardCharsets.UTF_8),
            Records.headers(UUID.randomUUID(), event),
            NOW.minusHours(1).toInstant());
      }
    }
  }

  @AfterAll
  static void stopBroker() {
    broker.kill();
  }

  @BeforeEach
  void open() {
    database = new MigratedDatabase();
    replays = new Replays(database.replica(), () -> {});
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void whileKafkaIsAwayItWaitsSaysWhyAndGoesOn() throws Exception {
    broker.kill();
    accept(ChannelKind.WEBHOOK);
    ReplayWatch watch = watch();
    try {
      await().atMost(PATIENCE).until(() -> column("last_error").get(0) != null);
      assertThat(column("state")).containsExactly("running");

      broker = EmbeddedKafka.launch(settings).awaitReady();

      awaitFinished();
    } finally {
      watch.stop(null);
    }
    assertThat(column("records || ' ' || missing || ' ' || coalesce(last_error, '-')"))
        .containsExactly("500 500 -");
  }

  @Test
  void anotherReplicaGoesOnWhereAStoppedOneWasAndCountsNothingTwice() throws Exception {
    accept(ChannelKind.WEBHOOK);
    stopHalfWay();
    assertThat(Integer.parseInt(column("records").get(0))).isBetween(1, EVENTS - 1);

    ReplayWatch second = watch();
    try {
      awaitFinished();
    } finally {
      second.stop(null);
    }
    assertThat(column("records || ' ' || missing || ' ' || due")).containsExactly("500 500 500");
    assertThat(database.query("select 1 from publisher.delivery where state = 'pending'"))
        .hasSize(EVENTS);
    assertThat(column("fence")).containsExactly("2");
  }

  @Test
  void partitionsThatTheTopicGotMeanwhileAreNotRead() throws Exception {
    ChannelKind channel = ChannelKind.MASTODON;
    topicOfThreePartitions(channel);
    publish(channel, EVENTS);
    accept(channel);
    stopHalfWay();
    try (Admin admin = admin()) {
      admin.createPartitions(Map.of(Topics.post(channel), NewPartitions.increaseTo(6))).all().get();
    }
    publish(channel, 50);

    ReplayWatch second = watch();
    try {
      awaitFinished();
    } finally {
      second.stop(null);
    }
    assertThat(column("records || ' ' || missing")).containsExactly("500 500");
    assertThat(column("jsonb_array_length(partitions)")).containsExactly("3");
  }

  private void stopHalfWay() throws Exception {
    // Slow enough for that.
    database.execute(
        """
        create function publisher.slow() returns trigger language plpgsql as $$
        begin
          perform pg_sleep(0.5);
          return null;
        end $$
        """);
    database.execute(
        "create trigger slow after insert on publisher.delivery execute function publisher.slow()");
    ReplayWatch first = watch();
    await().atMost(PATIENCE).until(() -> !column("records").get(0).equals("0"));
    first.stop(null);
    await().atMost(PATIENCE).until(() -> column("owner").get(0) == null);
    assertThat(column("state")).containsExactly("running");
    database.execute("drop trigger slow on publisher.delivery");
  }

  @Test
  void aTopicThatWasMadeAnewMeanwhileIsReadFromItsBeginning() throws Exception {
    accept(ChannelKind.WEBHOOK);
    database.execute(
        """
        update publisher.replay set partitions = (
          select jsonb_agg(jsonb_build_object('partition', p, 'from', 0, 'position', 4000, 'end', 5000))
          from generate_series(0, 2) p)
        """);

    ReplayWatch watch = watch();
    try {
      awaitFinished();
    } finally {
      watch.stop(null);
    }

    assertThat(column("missing")).containsExactly("500");
  }

  private void accept(ChannelKind channel) {
    String name = channel.wireName();
    Command.Replay replay =
        new Command.Replay(name, null, NOW.minusHours(2), NOW, false, false, false, false);
    replays.accept(
        new CommandEvent(1, UUID.randomUUID(), name, "anna", null, NOW, replay), replay, 1);
  }

  private ReplayWatch watch() {
    Database replica = database.replica();
    Map<String, String> bounds =
        Map.of(
            "mp.messaging.connector.smallrye-kafka.max.poll.records", "50",
            "mp.messaging.connector.smallrye-kafka.fetch.max.bytes", "4194304",
            "mp.messaging.connector.smallrye-kafka.max.partition.fetch.bytes", "1048576");
    Config config =
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(bounds, "test", 100))
            .build();
    // No record here is unreadable.
    ReplayWatch watch =
        new ReplayWatch(
            replica,
            null,
            new DueSignals(),
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            config);
    watch.start(null);
    return watch;
  }

  private void awaitFinished() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(column("state")).containsExactly("finished"));
  }

  private List<String> column(String expression) {
    return database.query("select (" + expression + ")::text from publisher.replay");
  }
}
