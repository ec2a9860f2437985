package io.broadsheet.publisher.health;

import io.broadsheet.common.database.DatabaseState;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Ready while the database answered last time; a probe asks the database nothing. */
@Readiness
@ApplicationScoped
class DatabaseReadiness implements HealthCheck {

  private final DatabaseState state;

  DatabaseReadiness(DatabaseState state) {
    this.state = state;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("database");
    return state
        .fault()
        .map(fault -> response.down().withData("fault", fault).build())
        .orElseGet(() -> response.up().build());
  }
}
