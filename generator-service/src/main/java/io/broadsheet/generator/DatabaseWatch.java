package io.broadsheet.generator;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.database.DatabaseState;
import io.quarkus.runtime.StartupEvent;
import io.vertx.pgclient.PgException;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.jboss.logging.Logger;

/**
 * Waits for the database while it is away, and for its schema; asks nothing while all is well.
 * Readiness shows what it waits for.
 */
@Readiness
@ApplicationScoped
public class DatabaseWatch implements HealthCheck {

  private static final Logger LOG = Logger.getLogger(DatabaseWatch.class);
  private static final int PAUSE_S = 3;
  private static final int FIRST = 2;
  // undefined_table, invalid_schema_name, insufficient_privilege: what a database without
  // migrations answers.
  private static final Set<String> NO_SCHEMA = Set.of("42P01", "3F000", "42501");

  private final Database database;
  private final DatabaseState state;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "database-watch");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean schemaSeen;
  private volatile String told;

  public DatabaseWatch(Database database, DatabaseState state) {
    this.database = database;
    this.state = state;
  }

  void start(@Observes @Priority(FIRST) StartupEvent event) {
    watch.scheduleWithFixedDelay(this::look, 0, PAUSE_S, TimeUnit.SECONDS);
  }

  /** UP when the database answered last time and has its schema. */
  @Override
  public HealthCheckResponse call() {
    var response = HealthCheckResponse.named("database");
    Optional<String> fault = fault();
    return fault.isEmpty()
        ? response.up().build()
        : response.down().withData("fault", fault.get()).build();
  }

  /** What the service waits for, for a person; empty if the database is of use. */
  public Optional<String> fault() {
    return state
        .fault()
        .or(
            () ->
                schemaSeen
                    ? Optional.empty()
                    : Optional.ofNullable(told).or(() -> Optional.of("not looked at yet")));
  }

  private void look() {
    if (schemaSeen && state.fault().isEmpty()) {
      tell(null);
      return;
    }
    try {
      database.runRepeatable("select 1 from generator.installation, publisher.delivery limit 0");
      schemaSeen = true;
      tell(null);
    } catch (PgException e) {
      tell(
          NO_SCHEMA.contains(e.getSqlState())
              ? "the database has no schema for this service; run migrate ("
                  + e.getErrorMessage()
                  + ")"
              : e.getErrorMessage());
    } catch (RuntimeException | Error e) {
      // An Error too: what throws is not repeated, and readiness would stay as it is.
      tell("the database cannot be reached (quarkus.datasource.reactive.url): " + e.getMessage());
    }
  }

  // Once per change, not at every look.
  private void tell(String fault) {
    if (fault != null && !fault.equals(told)) {
      LOG.warnf("waiting, next try every %d s: %s", PAUSE_S, fault);
    } else if (fault == null && told != null) {
      LOG.info("the database answers");
    }
    told = fault;
  }

  @PreDestroy
  void stop() {
    watch.shutdownNow();
  }
}
