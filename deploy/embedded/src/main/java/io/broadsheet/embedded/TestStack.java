package io.broadsheet.embedded;

import io.broadsheet.common.migrate.Migrate;
import io.broadsheet.common.migrate.MigrateSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.GroupListing;

/**
 * PostgreSQL and Kafka for integration tests: started once per JVM when first asked for, in a
 * temporary folder and on free ports. They are removed when the JVM has ended, however it ended.
 *
 * <p>A test that kills or stops a server starts one of its own instead.
 */
public final class TestStack {
  private final EmbeddedPostgreSql postgreSql;
  private final String bootstrapServers;

  private TestStack(EmbeddedPostgreSql postgreSql, String bootstrapServers) {
    this.postgreSql = postgreSql;
    this.bootstrapServers = bootstrapServers;
  }

  /** The JVM's one stack. The first call starts both servers at the same time, in 3 to 8 s. */
  public static TestStack shared() {
    TestStackProcesses processes = TestStackProcesses.startedOrFound();
    return new TestStack(
        EmbeddedPostgreSql.at(processes.postgreSql()), processes.bootstrapServers());
  }

  /** The shared server. */
  public EmbeddedPostgreSql postgreSql() {
    return postgreSql;
  }

  /** What Kafka clients connect to, as {@code host:port}. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /**
   * Creates an empty database of a name that no other has, owned by {@code broadsheet_migrator}.
   * Roles and replication slots belong to the whole server: give each database its own slot name.
   *
   * @return its name
   */
  public String freshDatabase() {
    String name = "test_" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    postgreSql.createDatabase(name);
    return name;
  }

  /**
   * Creates a database and brings it and the broker to where {@code migrate} leaves them, with a
   * replication slot of its own. All three service roles have the migrator's password.
   *
   * @return where everything is: URL, roles' passwords, slot name, broker
   */
  public MigrateSettings migratedDatabase() {
    String name = freshDatabase();
    String password = postgreSql.migratorPassword();
    MigrateSettings settings =
        new MigrateSettings(
            postgreSql.url(name),
            EmbeddedPostgreSql.MIGRATOR,
            password,
            password,
            password,
            password,
            true,
            name,
            bootstrapServers,
            3,
            (short) 1,
            Duration.ofDays(365));
    Migrate.run(settings);
    return settings;
  }

  /**
   * Deletes every topic and every consumer group without members, so that a test class reads no
   * other's events.
   *
   * @throws IllegalStateException if the broker refuses
   */
  public void emptyBroker() {
    try (Admin admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers))) {
      Set<String> topics = admin.listTopics().names().get();
      admin.deleteTopics(topics).all().get();
      Set<String> groups = new HashSet<>();
      for (GroupListing group : admin.listGroups().all().get()) {
        boolean empty = group.groupState().map(state -> state.name().equals("EMPTY")).orElse(false);
        if (empty) {
          groups.add(group.groupId());
        }
      }
      admin.deleteConsumerGroups(List.copyOf(groups)).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "Cannot empty the broker: " + e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the broker was emptied.", e);
    }
  }
}
