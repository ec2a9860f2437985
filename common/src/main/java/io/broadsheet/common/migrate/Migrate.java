package io.broadsheet.common.migrate;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.ConfigurationFiles;
import io.broadsheet.common.config.DuplicateKeys;
import io.broadsheet.common.config.UnknownKeys;
import io.smallrye.config.PropertiesLocationConfigSourceFactory;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.eclipse.microprofile.config.Config;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * The one-shot {@code migrate}: brings database and broker to the state that both services rely on,
 * and mends what is missing when it is run again, for instance after a restore. First the schemas
 * (Flyway), then, outside any transaction because a slot cannot be made in one that has written:
 * roles, grants, publication, slot, topics.
 */
public final class Migrate {

  private Migrate() {}

  /**
   * Runs it with the configuration of the environment, {@code -D} properties and the files of
   * {@code smallrye.config.locations}. Exit code 0 when all is in place, 2 on a configuration
   * error, 1 on any other.
   */
  public static void main(String[] arguments) {
    DuplicateKeys.hideValues();
    try {
      ConfigurationFiles.check();
      Config config = environment();
      UnknownKeys.refuse(config);
      run(MigrateSettings.read(config));
      System.out.println("migrate: schemas, roles, publication, slot and topics are in place");
    } catch (ConfigurationFault fault) {
      System.err.println("migrate: " + fault.getMessage());
      System.exit(2);
    } catch (MigrationFault fault) {
      System.err.println("migrate: " + fault.getMessage());
      System.exit(1);
    }
  }

  /**
   * Brings everything to the expected state.
   *
   * @throws ConfigurationFault if a setting is at fault, for instance {@code wal_level}
   * @throws MigrationFault if the database or the broker refuses or cannot be reached
   */
  public static void run(MigrateSettings settings) {
    checkServer(settings);
    migrateSchemas(settings);
    try (Connection connection = connect(settings)) {
      Roles.ensure(connection, settings);
      PostedAtColumns.grant(connection);
      Replication.ensure(connection, settings);
    } catch (SQLException e) {
      throw new MigrationFault("the database refused: " + e.getMessage(), e);
    }
    KafkaTopics.ensure(settings);
  }

  static Config environment() {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .addDefaultSources()
        .withSources(new PropertiesLocationConfigSourceFactory())
        .build();
  }

  private static void checkServer(MigrateSettings settings) {
    try {
      DirectServer.check("broadsheet.migrate.url", settings.url(), () -> connect(settings));
    } catch (SQLException e) {
      throw new MigrationFault(
          "the database cannot be used ("
              + settings.url()
              + " as "
              + settings.user()
              + "): "
              + e.getMessage(),
          e);
    }
  }

  private static void migrateSchemas(MigrateSettings settings) {
    try {
      Flyway.configure()
          .dataSource(DirectUrl.toPrimary(settings.url()), settings.user(), settings.password())
          .defaultSchema("generator")
          .schemas("generator", "publisher")
          .locations("classpath:db/migration")
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new MigrationFault(
          "the schemas could not be migrated ("
              + settings.url()
              + " as "
              + settings.user()
              + "): "
              + deepest(e).getMessage(),
          e);
    }
  }

  private static Connection connect(MigrateSettings settings) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", settings.user());
    properties.setProperty("password", settings.password());
    properties.setProperty("connectTimeout", "10");
    properties.setProperty("socketTimeout", "60");
    return DriverManager.getConnection(DirectUrl.toPrimary(settings.url()), properties);
  }

  private static Throwable deepest(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
