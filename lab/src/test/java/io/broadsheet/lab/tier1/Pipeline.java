package io.broadsheet.lab.tier1;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.generator.outbox.LabNewsroom;
import io.broadsheet.generator.relay.LabRelay;
import io.broadsheet.lab.audit.Auditor;
import io.broadsheet.lab.audit.DatabaseEvidence;
import io.broadsheet.lab.audit.Evidence;
import io.broadsheet.lab.audit.Evidence.Paper;
import io.broadsheet.lab.audit.Evidence.TopicRecord;
import io.broadsheet.lab.audit.TopicReader;
import io.broadsheet.lab.audit.Verdict;
import io.broadsheet.publisher.inbox.LabInbox;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.VertxException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.eclipse.microprofile.config.Config;

/**
 * From the publish transaction to the delivery: editions, a stream that may lose rows, the
 * reconciler, a broker and the inbox. What dies is replaced, knowing nothing.
 */
final class Pipeline {

  static final String STREAM = "stream";
  static final String COMMIT = "commit";

  private static final LocalDate FIRST = LocalDate.of(2020, 1, 1);
  private static final Duration BEFORE_TAKE_OVER = Duration.ofSeconds(1);
  private static final Duration BETWEEN_EDITIONS = Duration.ofMillis(500);
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Map<String, Set<String>> TARGETS =
      Map.of("ru", Set.of("telegram-ru", "telegraph-ru"), "en", Set.of("telegraph-en"));

  private final Stage stage;
  private final Coverage coverage = new Coverage();
  private final List<Fault> publishing;
  private final Armed relaying;
  private final Armed reconciling;
  private final Armed takingIn;
  private final boolean reconciled;
  private final String group = "lab-" + UUID.randomUUID();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile boolean over;

  /**
   * @param publishing met by an edition each
   * @param relaying met by the stream, in this order
   * @param reconciling met by the reconciler
   * @param takingIn met by the inbox
   * @param reconciled whether there is a reconciler at all
   */
  Pipeline(
      Stage stage,
      List<Fault> publishing,
      List<Fault> relaying,
      List<Fault> reconciling,
      List<Fault> takingIn,
      boolean reconciled) {
    this.stage = stage;
    this.publishing = publishing;
    this.relaying = new Armed(relaying, coverage::passed);
    this.reconciling = new Armed(reconciling, coverage::passed);
    this.takingIn = new Armed(takingIn, coverage::passed);
    this.reconciled = reconciled;
  }

  Coverage coverage() {
    return coverage;
  }

  /** Runs until every edition's rows are deliveries, or patience ends; then audits. */
  List<Verdict> run(Duration patience) throws InterruptedException, SQLException {
    threads.execute(this::stream);
    threads.execute(this::takeIn);
    if (reconciled) {
      threads.execute(this::reconcile);
    }
    for (int i = 0; i < publishing.size(); i++) {
      LocalDate date = FIRST.plusDays(i);
      insertEdition(date);
      Armed armed = new Armed(List.of(publishing.get(i)), coverage::passed);
      threads.execute(() -> publish(date, armed));
      // So that the stream, when it dies, has not missed all of them.
      Thread.sleep(BETWEEN_EDITIONS.toMillis());
    }
    long deadline = System.nanoTime() + patience.toNanos();
    while (left() > 0 && System.nanoTime() - deadline < 0) {
      Thread.sleep(LOOK.toMillis());
    }
    over = true;
    threads.shutdownNow();
    threads.awaitTermination(30, TimeUnit.SECONDS);
    return audit();
  }

  private Lifeline life(Armed armed) {
    return new Lifeline(armed, () -> {});
  }

  // Claims until it is published; meanwhile another claims too, as after a lease's end.
  private void publish(LocalDate date, Armed armed) {
    threads.execute(
        () -> {
          pause(BEFORE_TAKE_OVER);
          publishOnce(date, armed);
        });
    publishOnce(date, armed);
  }

  private void publishOnce(LocalDate date, Armed armed) {
    while (!over) {
      try {
        Optional<Long> fence = claimEdition(date);
        if (fence.isEmpty()) {
          return;
        }
        new LabNewsroom(new FaultyDatabase(stage.generator(), life(armed)), config())
            .publish(date, fence.get());
      } catch (Crashed e) {
        continue;
      }
    }
  }

  private void stream() {
    long seq = 0;
    while (!over) {
      Lifeline lifeline = life(relaying);
      LabRelay.Met met =
          new LabRelay.Met() {
            @Override
            public boolean before() {
              return lifeline.pass(FaultPoint.before(STREAM)).isEmpty();
            }

            @Override
            public void after() {
              lifeline.pass(FaultPoint.after(STREAM));
            }
          };
      try (LabRelay relay = new LabRelay(config(), unharmed())) {
        while (!over) {
          long next = relay.sendNext(seq, met);
          if (next == seq) {
            pause(LOOK);
          }
          seq = next;
        }
      } catch (Crashed e) {
        // Its slot is gone, and with it what it had not sent.
        seq = newest();
      } catch (InterruptedException | InterruptException e) {
        return;
      }
    }
  }

  private Database unharmed() {
    return new Database(stage.generator(), new DatabaseState());
  }

  private void reconcile() {
    try (LabRelay relay =
        new LabRelay(config(), new FaultyDatabase(stage.generator(), life(reconciling)))) {
      relay.reconcile();
      while (!over) {
        pause(LOOK);
      }
    }
  }

  private void takeIn() {
    while (!over) {
      Lifeline lifeline = life(takingIn);
      LabInbox inbox = new LabInbox(new FaultyDatabase(stage.publisher(), lifeline));
      try (KafkaConsumer<byte[], byte[]> consumer =
          new KafkaConsumer<>(
              Map.of(
                  "bootstrap.servers",
                  stage.bootstrapServers(),
                  "group.id",
                  group,
                  "auto.offset.reset",
                  "earliest",
                  "enable.auto.commit",
                  false,
                  "max.poll.records",
                  2),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer())) {
        consumer.subscribe(Arrays.stream(ChannelKind.values()).map(Topics::post).toList());
        while (!over) {
          ConsumerRecords<byte[], byte[]> batch = consumer.poll(LOOK);
          if (!batch.isEmpty()) {
            takeUntilTaken(inbox, batch);
            lifeline.pass(FaultPoint.before(COMMIT));
            consumer.commitSync();
            lifeline.pass(FaultPoint.after(COMMIT));
          }
        }
      } catch (Crashed e) {
        continue;
      } catch (InterruptException e) {
        return;
      }
    }
  }

  private void takeUntilTaken(LabInbox inbox, ConsumerRecords<byte[], byte[]> batch) {
    while (!over) {
      try {
        inbox.take(batch);
        return;
      } catch (VertxException e) {
        pause(LOOK);
      }
    }
  }

  private void pause(Duration length) {
    try {
      Thread.sleep(length.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      over = true;
    }
  }

  private Config config() {
    Map<String, String> settings = new HashMap<>();
    settings.put("broadsheet.languages.source", "ru");
    settings.put("broadsheet.languages.translations", "en");
    settings.put("broadsheet.site.base-url", "https://example.org");
    TARGETS.forEach(
        (language, targets) ->
            targets.forEach(
                target -> {
                  String prefix = "broadsheet.targets." + target + ".";
                  settings.put(prefix + "channel", target.substring(0, target.indexOf('-')));
                  settings.put(prefix + "language", language);
                }));
    settings.put("broadsheet.relay.url", stage.jdbcUrl());
    settings.put("broadsheet.relay.user", "none");
    settings.put("broadsheet.relay.password", "none");
    settings.put("broadsheet.relay.reconcile-after", "1s");
    settings.put("kafka.bootstrap.servers", stage.bootstrapServers());
    return new SmallRyeConfigBuilder()
        .withSources(new PropertiesConfigSource(settings, "pipeline", 100))
        .build();
  }

  private void insertEdition(LocalDate date) throws SQLException {
    try (Connection connection = stage.owner();
        PreparedStatement statement =
            connection.prepareStatement(
                "insert into generator.edition (edition_date, content_type, state)"
                    + " values (?, 'digest', 'writing')")) {
      statement.setObject(1, date);
      statement.executeUpdate();
    }
  }

  private Optional<Long> claimEdition(LocalDate date) {
    return number(
        "update generator.edition set fence = fence + 1"
            + " where edition_date = ? and state = 'writing' returning fence",
        date);
  }

  private long newest() {
    return number("select coalesce(max(seq), 0) from generator.outbox").orElseThrow();
  }

  private long left() {
    return number(
            """
            select (select count(*) from generator.edition where state = 'writing')
              + (select count(*) from generator.outbox o
                 where not exists (select from publisher.delivery d where d.event_id = o.id))
            """)
        .orElseThrow();
  }

  private Optional<Long> number(String sql, Object... values) {
    try (Connection connection = stage.owner();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      try (var rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(rows.getLong(1)) : Optional.empty();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Verdict> audit() throws SQLException {
    DatabaseEvidence database;
    try (Connection connection = stage.owner()) {
      database = DatabaseEvidence.read(connection);
    }
    Set<UUID> ids =
        database.outbox().stream().map(Evidence.Message::id).collect(Collectors.toSet());
    // The broker is shared with other tests.
    List<TopicRecord> records =
        new TopicReader(stage.bootstrapServers())
            .read().stream().filter(record -> ids.contains(record.outboxId())).toList();
    Set<String> asked = Set.of("I1", "I2", "I3");
    return new Auditor()
            .audit(
                new Evidence(
                    new Paper(TARGETS.keySet(), Map.of(), TARGETS, Set.of()),
                    database.posts(),
                    database.outbox(),
                    database.commands(),
                    database.deadLetters(),
                    database.deliveries(),
                    database.parts(),
                    database.attempts(),
                    database.targets(),
                    List.of(),
                    List.of(),
                    Optional.of(records)))
            .stream()
            // Nobody delivers here.
            .filter(verdict -> asked.contains(verdict.invariant().split(" ")[0]))
            .toList();
  }
}
