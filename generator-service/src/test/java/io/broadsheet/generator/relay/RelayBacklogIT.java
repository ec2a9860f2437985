package io.broadsheet.generator.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.GeneratorProcess;
import io.broadsheet.generator.testing.MigratedDatabase;
import io.broadsheet.generator.testing.OwnServers;
import io.broadsheet.generator.testing.TopicReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A backlog that is larger than the heap, through the packaged service, and a stream in which
 * nothing moves for long: the server's kernel must not take its reader for a dead one.
 */
class RelayBacklogIT {

  private static final int LOTS = 12;

  /**
   * Ten rows, the first of almost the largest size. One letter that is no Latin one makes Java keep
   * each text in twice its bytes.
   */
  private static final String LOT =
      """
      insert into generator.outbox (id, destination, target, aggregate_id, type, payload)
      select gen_random_uuid(), 'post.telegram', 'telegram-ru', gen_random_uuid(), 'post',
          jsonb_build_object(
              'text', 'ж' || repeat('a', case when n = 1 then 10400000 else 4000 end))
      from generate_series(1, 10) n
      """;

  /** As an inbox would; else the reconciler would send them again and again. */
  private static final String SETTLE =
      """
      insert into publisher.command
        (id, seq, target, kind, operator, ordered_at, event, result, settled_at)
      select o.id, 1, 'a', 'resume', 'a', now(), '{}', 'applied', now()
      from generator.outbox o where o.id::text = any (string_to_array(?, ','))
      on conflict do nothing
      """;

  /** Instead of the role's 15 s, so that the outage may be short. */
  private static final String IMPATIENT = "alter role broadsheet_relay set tcp_user_timeout = '1s'";

  @TempDir Path folder;

  @Test
  @Case("R8")
  void aBacklogLargerThanTheHeapWaitsForKafkaAndAllOfItArrives() throws Exception {
    try (OwnServers servers = OwnServers.start();
        MigratedDatabase database = servers.migratedDatabase()) {
      asSuperuser(database, IMPATIENT);
      try (GeneratorProcess generator =
          GeneratorProcess.start(
              database,
              folder,
              GeneratorProcess.shippedOptions(),
              // Stream and reconciler both stand before the broker with their hands full.
              Map.of("broadsheet.relay.reconcile-after", "5s"))) {
        RelayScene.within(60)
            .ignoreExceptionsInstanceOf(IOException.class)
            .until(() -> generator.relay().hasNonNull("lastHeartbeatAt"));
        servers.killKafka();
        for (int i = 0; i < LOTS; i++) {
          database.execute(LOT);
        }
        RelayScene.within(60)
            .until(() -> generator.relay().path("waitingForKafkaMs").asLong() > 5_000);
        assertThat(generator.isLive()).isTrue();

        servers.startKafka();
        awaitAll(database, servers, generator);

        assertThat(generator.isLive()).isTrue();
        JsonNode relay = generator.relay();
        assertThat(relay.path("restarts").asInt()).as("%s", relay).isZero();
        assertThat(generator.log()).doesNotContain("OutOfMemory", "OutOfDirectMemory");
      }
    }
  }

  private static void awaitAll(
      MigratedDatabase database, OwnServers servers, GeneratorProcess generator) {
    Set<String> missing = new HashSet<>(database.query("select id from generator.outbox"));
    try (KafkaConsumer<byte[], byte[]> topic = topic(servers.bootstrapServers())) {
      RelayScene.within(120)
          .until(
              () -> {
                generator.requireAlive();
                Set<String> arrived = new HashSet<>();
                topic
                    .poll(Duration.ofMillis(100))
                    .forEach(record -> arrived.add(TopicReader.header(record, "id")));
                missing.removeAll(arrived);
                database.execute(SETTLE, String.join(",", arrived));
                return missing.isEmpty();
              });
    }
  }

  private static void asSuperuser(MigratedDatabase database, String sql) throws SQLException {
    try (Connection connection = database.server().superuser(database.name());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static KafkaConsumer<byte[], byte[]> topic(String bootstrapServers) {
    KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions =
        consumer.partitionsFor(RelayScene.TOPIC).stream()
            .map(partition -> new TopicPartition(RelayScene.TOPIC, partition.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }
}
