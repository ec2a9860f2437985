package io.broadsheet.generator.testing;

import io.broadsheet.common.database.BoundedPool;
import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import io.broadsheet.embedded.EmbeddedPostgreSql;
import io.broadsheet.embedded.KeptSessions;
import io.broadsheet.embedded.TestStack;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A database of its own on the shared server, migrated, with a slot and a publication of its own;
 * and the generator's pool on it.
 */
public final class MigratedDatabase implements AutoCloseable {

  private EmbeddedPostgreSql server;
  private final String name =
      "test_" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
  private final MigrateSettings settings;
  private final Vertx vertx = Vertx.vertx();
  private final List<io.vertx.sqlclient.Pool> pools = new ArrayList<>();
  private final Database database;
  // Of the server that holds the database now.
  private final KeptSessions owner = KeptSessions.of(() -> server().migrator(name()));

  private MigratedDatabase(EmbeddedPostgreSql server, String bootstrapServers, boolean cdc) {
    this.server = server;
    server.createDatabase(name);
    // Roles belong to the whole server, so every database's migrate must agree on their passwords.
    String password = server.migratorPassword();
    settings =
        new MigrateSettings(
            server.url(name),
            "broadsheet_migrator",
            password,
            password,
            password,
            password,
            cdc,
            "slot_" + name,
            bootstrapServers,
            2,
            (short) 1,
            Duration.ofDays(1));
    Migrate.run(settings);
    database = databaseBehind(server.port());
  }

  /** One whose slot exists. */
  public static MigratedDatabase withSlot() {
    return on(TestStack.shared().postgreSql(), TestStack.shared().bootstrapServers());
  }

  /** One whose slot exists, on servers that a test has to itself. */
  public static MigratedDatabase on(EmbeddedPostgreSql server, String bootstrapServers) {
    return new MigratedDatabase(server, bootstrapServers, true);
  }

  /** One without a slot, as in {@code poll} mode. */
  public static MigratedDatabase withoutSlot() {
    TestStack stack = TestStack.shared();
    return withoutSlotOn(stack.postgreSql(), stack.bootstrapServers());
  }

  /** The same on servers that a test has to itself. */
  public static MigratedDatabase withoutSlotOn(EmbeddedPostgreSql server, String bootstrapServers) {
    return new MigratedDatabase(server, bootstrapServers, false);
  }

  /** The generator's blocking access. */
  public Database database() {
    return database;
  }

  /** The same by way of another port, on a pool of its own. */
  public Database databaseBehind(int port) {
    return databaseBehind(port, Database.PATIENCE);
  }

  /** The same with a patience of its own. */
  public Database databaseBehind(int port, Duration patience) {
    io.vertx.sqlclient.Pool pool =
        BoundedPool.of(
            vertx,
            new PoolOptions().setMaxSize(5),
            List.of(
                new PgConnectOptions()
                    .setHost("127.0.0.1")
                    .setPort(port)
                    .setDatabase(name)
                    .setUser("broadsheet_generator")
                    .setPassword(settings.generatorPassword())));
    pools.add(pool);
    return new Database(Pool.newInstance(pool), new DatabaseState(), Database.DEADLINE, patience);
  }

  /** What migrate was run with. */
  public MigrateSettings settings() {
    return settings;
  }

  /** The same database from now on, on a server that was promoted. */
  public void follow(EmbeddedPostgreSql promoted) {
    server = promoted;
    owner.close();
  }

  /** The server. */
  public EmbeddedPostgreSql server() {
    return server;
  }

  /** The database's name. */
  public String name() {
    return name;
  }

  /** Runs a statement as the owner. */
  public void execute(String sql, Object... arguments) {
    owner.execute(sql, arguments);
  }

  /** The first column of every row, as the owner sees them. */
  public List<String> query(String sql, Object... arguments) {
    return owner.query(sql, arguments);
  }

  /** Closes the pools and drops the slot; the server keeps the database until it is removed. */
  @Override
  public void close() {
    pools.forEach(pool -> pool.close().toCompletionStage().toCompletableFuture().join());
    vertx.close().toCompletionStage().toCompletableFuture().join();
    execute(
        "select pg_drop_replication_slot(slot_name) from pg_replication_slots"
            + " where slot_name = ? and not active",
        settings.slotName());
    owner.close();
  }
}
