package io.broadsheet.lab.measure;

import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.embedded.Waiting;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * One measurement's own database, slot, topics and services; all of it goes with {@link #close}.
 */
final class Paper implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Bench bench;
  private final String name;
  private final String password;
  private final List<ServiceProcess> services = new ArrayList<>();

  private Paper(Bench bench, String name, String password) {
    this.bench = bench;
    this.name = name;
    this.password = password;
  }

  /**
   * Makes them.
   *
   * @param name of the database and of the slot
   */
  static Paper open(Bench bench, String name) {
    return open(bench, name, true);
  }

  /** As the other, for {@code relay.mode=poll} without a slot. */
  static Paper openWithoutSlot(Bench bench, String name) {
    return open(bench, name, false);
  }

  private static Paper open(Bench bench, String name, boolean cdc) {
    emptyBroker(bench.bootstrapServers());
    LocalHttp.post(bench.sandboxPort(), "/sandbox/reset", "");
    EmbeddedPostgreSql server = bench.postgreSql();
    server.createDatabase(name);
    String password = server.migratorPassword();
    Migrate.run(
        new MigrateSettings(
            server.url(name),
            EmbeddedPostgreSql.MIGRATOR,
            password,
            password,
            password,
            password,
            cdc,
            name,
            bench.bootstrapServers(),
            3,
            (short) 1,
            Duration.ofDays(365)));
    return new Paper(bench, name, password);
  }

  /**
   * Starts a generator and waits until it answers.
   *
   * @param replica 1 or 2
   * @param settings besides what all have
   */
  ServiceProcess generator(int replica, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put("broadsheet.relay.url", bench.postgreSql().url(name));
    all.put("broadsheet.relay.user", "broadsheet_relay");
    all.put("broadsheet.relay.password", password);
    all.put("broadsheet.relay.slot-name", name);
    all.put("broadsheet.writers.quorum", "1");
    all.put("broadsheet.schedule.cron", "off");
    all.put("broadsheet.schedule.at-start", "false");
    for (String model : List.of("writers.anna.", "translator.")) {
      all.put("broadsheet." + model + "base-url", bench.sandboxUrl() + "/llm/anna/v1");
      all.put("broadsheet." + model + "api-key", "sandbox");
      all.put("broadsheet." + model + "model", "anna");
    }
    all.putAll(settings);
    return start("generator", replica, replica - 1, all);
  }

  /** Starts a publisher and waits until it answers. */
  ServiceProcess publisher(int replica, Map<String, String> settings) {
    return start("publisher", replica, replica + 1, settings);
  }

  private ServiceProcess start(
      String service, int replica, int slot, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put("config_ordinal", "290");
    all.put("quarkus.http.host", "127.0.0.1");
    all.put(
        "quarkus.datasource.reactive.url",
        "postgresql://127.0.0.1:" + bench.postgreSql().port() + "/" + name);
    all.put("quarkus.datasource.username", "broadsheet_" + service);
    all.put("quarkus.datasource.password", password);
    all.put("kafka.bootstrap.servers", bench.bootstrapServers());
    all.put("broadsheet.zone", "UTC");
    all.put("broadsheet.languages.source", "ru");
    all.put("broadsheet.languages.translations", "en");
    all.put("broadsheet.site.base-url", "https://example.org");
    all.putAll(settings);
    ServiceProcess process =
        bench.service(
            name + "-" + service + "-" + replica,
            service,
            write(service + "-" + replica, all),
            slot);
    services.add(process);
    return process.awaitReady("/q/health/live");
  }

  private Path write(String file, Map<String, String> settings) {
    Properties properties = new Properties();
    properties.putAll(settings);
    Path path = bench.data().resolve("config").resolve(name + "-" + file + ".properties");
    try {
      Files.createDirectories(path.getParent());
      try (OutputStream out = Files.newOutputStream(path)) {
        properties.store(out, null);
      }
      return path;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A connection as superuser; the caller closes it. */
  Connection connect() throws SQLException {
    return bench.postgreSql().superuser(name);
  }

  /** Runs statements, such as a {@code do} block. */
  void execute(String sql) {
    try (Connection connection = connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of the first row. */
  String ask(String sql) {
    try (Connection connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      return rows.next() ? rows.getString(1) : "";
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The first column of every row. */
  List<String> askAll(String sql) {
    try (Connection connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        all.add(rows.getString(1));
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until a query's first value is {@code expected}. */
  void await(String expected, String sql, Duration limit) {
    // One connection for all looks: a new one costs the server more than the look.
    try (Connection connection = connect();
        PreparedStatement look = connection.prepareStatement(sql)) {
      Waiting.until(
          limit,
          Duration.ofMillis(200),
          () -> first(look).equals(expected),
          () -> sql + " is " + first(look) + ", not " + expected);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String first(PreparedStatement look) {
    try (ResultSet rows = look.executeQuery()) {
      return rows.next() ? rows.getString(1) : "";
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  String name() {
    return name;
  }

  @Override
  public void close() {
    services.forEach(ServiceProcess::close);
    // A slot that nobody reads would keep all WAL.
    await(
        "0",
        "select count(*) from pg_replication_slots where active and slot_name = '" + name + "'",
        LIMIT);
    execute(
        "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '"
            + name
            + "'");
  }

  private static void emptyBroker(String bootstrapServers) {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      Set<String> topics = admin.listTopics().names().get();
      admin.deleteTopics(topics).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Cannot empty the broker: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
