package io.broadsheet.lab.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.embedded.ChildProcess;
import io.broadsheet.embedded.TestStack;
import io.broadsheet.embedded.Waiting;
import io.broadsheet.lab.SandboxClient;
import io.broadsheet.lab.audit.Evidence.Effect;
import io.broadsheet.local.JavaCommand;
import io.broadsheet.publisher.delivery.LabPress;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The publisher's process, told to end (SIGTERM) in the middle of its deliveries. */
class TerminatedPublisherIT {

  private static final int NUMBER = 4_711;
  private static final String TARGET = "telegram-ru";
  private static final int POSTS = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** More than the time for calls in flight, 25 s: only who does not end at all is killed. */
  private static final Duration GRACE = Duration.ofSeconds(40);

  private static final int KILLED = 128 + 9;

  @TempDir Path folder;

  private final Stage stage = new Stage();
  private final SandboxClient sandbox = stage.sandbox();

  /** The process reads its topics from their beginning, and would deliver other tests' posts. */
  @BeforeAll
  static void empty() {
    TestStack.shared().emptyBroker();
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  @Case("D14")
  void theCallInFlightIsFinishedTheRestIsClaimedByNobodyAndNothingIsLostOrDoubled()
      throws Exception {
    sandbox.fault(
        "[{\"api\":\"telegram\",\"method\":\"sendMessage\",\"times\":1,"
            + "\"fault\":\"slow\",\"delayMs\":3000}]");
    ChildProcess publisher = start();
    publish();
    // Its effect is there, its answer is not.
    Waiting.until(
        PATIENCE,
        () -> !sandbox.effects().isEmpty() && states().size() == POSTS || !publisher.isAlive(),
        () -> "no call is made: " + publisher.log());
    assertThat(states()).containsExactly("pending 0", "pending 0", "sending 1");

    publisher.stop();

    assertThat(publisher.exitCode()).isNotEqualTo(KILLED);
    assertThat(states()).containsExactly("pending 0", "pending 0", "posted 1");
    assertThat(
            column(
                "select count(*)::text from publisher.delivery"
                    + " where state <> 'posted' and claim_token is not null"))
        .containsExactly("0");

    LabPress next = new LabPress(config(), database(), List.of(channel().factory(stage.vertx())));
    next.start();
    try {
      Waiting.until(
          PATIENCE,
          () -> states().equals(List.of("posted 1", "posted 1", "posted 1")),
          () -> "what was left is not posted");
    } finally {
      next.stop();
    }
    assertThat(sandbox.effects().stream().map(Effect::text)).hasSize(POSTS).doesNotHaveDuplicates();
  }

  /** State and number of attempts of each delivery. */
  private List<String> states() {
    return column(
        """
        select d.state || ' ' || count(a.claim_token) from publisher.delivery d
        left join publisher.attempt a using (post_id, target, generation)
        group by d.post_id, d.target, d.generation, d.state order by 1
        """);
  }

  private ChildProcess start() {
    List<String> properties = new ArrayList<>();
    settings().forEach((key, value) -> properties.add("-D" + key + "=" + value));
    return ChildProcess.start(
        "publisher",
        JavaCommand.service(
            Path.of(
                System.getProperty("broadsheet.home"),
                "publisher-service/target/quarkus-app/quarkus-run.jar"),
            properties.toArray(String[]::new)),
        System.getenv(),
        folder.resolve("publisher.log"),
        GRACE);
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("quarkus.http.host", "127.0.0.1");
    settings.put("quarkus.http.port", "0");
    settings.put("quarkus.datasource.reactive.url", stage.jdbcUrl().replaceFirst("^jdbc:", ""));
    settings.put("quarkus.datasource.username", "broadsheet_publisher");
    settings.put("quarkus.datasource.password", stage.publisherPassword());
    settings.put("kafka.bootstrap.servers", stage.bootstrapServers());
    settings.put("broadsheet.languages.source", "ru");
    settings.put("broadsheet.languages.translations", "en");
    String prefix = "broadsheet.targets." + TARGET + ".";
    settings.put(prefix + "channel", channel().kind().wireName());
    settings.put(prefix + "language", "ru");
    channel()
        .settings(stage.sandboxUrl(), NUMBER)
        .forEach((key, value) -> settings.put(prefix + key, value));
    return settings;
  }

  private Config config() {
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(settings(), TARGET, 100))
        .build();
  }

  private Database database() {
    return new Database(stage.publisher(), new DatabaseState());
  }

  private static LabChannel channel() {
    return LabChannel.TELEGRAM;
  }

  /** As the relay does. */
  private void publish() throws Exception {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", stage.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      for (int i = 0; i < POSTS; i++) {
        PostEvent event = event(UUID.randomUUID(), i);
        ProducerRecord<String, String> message =
            new ProducerRecord<>(
                Topics.post(ChannelKind.TELEGRAM),
                event.postId().toString(),
                EventFormat.write(event));
        Map.of(
                "id",
                UUID.randomUUID().toString(),
                "seq",
                Integer.toString(i + 1),
                "type",
                "post",
                "target",
                TARGET,
                "generation",
                "1")
            .forEach((name, value) -> message.headers().add(name, value.getBytes(UTF_8)));
        producer.send(message).get();
      }
    }
  }

  private static PostEvent event(UUID post, int i) {
    return new PostEvent(
        PostEvent.VERSION,
        post,
        TARGET,
        ChannelKind.TELEGRAM.wireName(),
        "ru",
        1,
        LocalDate.of(2026, 11, 30),
        "digest",
        "terminated-" + i,
        "Испытание " + i,
        "Кратко.",
        "Текст *испытания*.",
        List.of("lab"),
        "https://example.org/ru/terminated-" + i);
  }

  private List<String> column(String sql) {
    try (Connection owner = stage.owner();
        ResultSet rows = owner.createStatement().executeQuery(sql)) {
      List<String> column = new ArrayList<>();
      while (rows.next()) {
        column.add(rows.getString(1));
      }
      return column;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
