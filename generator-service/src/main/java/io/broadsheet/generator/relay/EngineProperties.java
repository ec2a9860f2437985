package io.broadsheet.generator.relay;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.migrate.MigrateSettings;
import java.util.Properties;
import java.util.UUID;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.util.HostSpec;

/** Debezium's configuration. What is not obvious was measured with Debezium 3.6.1. */
final class EngineProperties {

  private EngineProperties() {}

  /**
   * Builds it.
   *
   * @param server where to read: Debezium takes one host only, and it must be the one that the
   *     supervisor looks at
   * @throws ConfigurationFault if the URL cannot be read
   */
  static Properties of(RelaySettings settings, HostSpec server) {
    Properties engine = new Properties();
    engine.setProperty("name", "broadsheet-relay");
    engine.setProperty("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    // Names the engine's MBeans: one that is still going down must not be in its successor's way.
    engine.setProperty("topic.prefix", "relay-" + UUID.randomUUID());
    database(engine, settings, server);
    stream(engine, settings);
    flow(engine);
    return engine;
  }

  private static void database(Properties engine, RelaySettings settings, HostSpec server) {
    Properties url = Driver.parseURL(settings.url(), null);
    if (url == null) {
      throw new ConfigurationFault("broadsheet.relay.url", "is no JDBC URL of PostgreSQL");
    }
    for (String name : url.stringPropertyNames()) {
      if (!name.startsWith("PG")) {
        engine.setProperty("driver." + name, url.getProperty(name));
      }
    }
    engine.setProperty("database.hostname", server.getHost());
    engine.setProperty("database.port", String.valueOf(server.getPort()));
    engine.setProperty("database.dbname", PGProperty.PG_DBNAME.getOrDefault(url));
    engine.setProperty("database.user", settings.user());
    engine.setProperty("database.password", settings.password());
    engine.setProperty("driver.options", RelayConnections.STREAM_OPTIONS);
    engine.setProperty("driver.tcpKeepAlive", "true");
    engine.setProperty("driver.connectTimeout", "10");
    engine.setProperty("driver.socketTimeout", "30");
  }

  private static void stream(Properties engine, RelaySettings settings) {
    engine.setProperty("plugin.name", "pgoutput");
    engine.setProperty("slot.name", settings.slotName());
    engine.setProperty("slot.drop.on.stop", "false");
    // A standby waits for the slot: it takes over within a second of its becoming free.
    engine.setProperty("slot.retry.delay.ms", "500");
    engine.setProperty("slot.max.retries", "1000000");
    engine.setProperty("publication.name", MigrateSettings.PUBLICATION);
    engine.setProperty("publication.autocreate.mode", "disabled");
    engine.setProperty("table.include.list", "generator.outbox,generator.relay_heartbeat");
    // The slot alone remembers how far the relay came: a second memory can only disagree.
    engine.setProperty("snapshot.mode", "no_data");
    engine.setProperty(
        "offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
    engine.setProperty("offset.flush.interval.ms", "500");
    // Well below wal_sender_timeout, or back-pressure gets the walsender killed.
    engine.setProperty("status.update.interval.ms", "1000");
  }

  private static void flow(Properties engine) {
    engine.setProperty("poll.interval.ms", "10");
    engine.setProperty("max.batch.size", "2048");
    engine.setProperty("max.queue.size", "8192");
    // The batch that is being sent counts besides, and a text may take twice its bytes in memory.
    engine.setProperty("max.queue.size.in.bytes", String.valueOf(4L * 1024 * 1024));
    // The supervisor is the one layer that restarts.
    engine.setProperty("errors.max.retries", "0");
    engine.setProperty("record.processing.threads", "1");
    engine.setProperty("record.processing.shutdown.timeout.ms", "1000");
    // An engine that waits for the slot sleeps between its tries: closing it takes just so long.
    engine.setProperty("executor.shutdown.timeout.ms", "1000");
    engine.setProperty("task.management.timeout.ms", "60000");
    engine.setProperty("tombstones.on.delete", "false");
  }
}
