package io.broadsheet.generator.relay;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * DOWN only when the engine does not work, nobody else holds the slot, the database is reachable,
 * and the supervisor's own restarts did not help. An outage of database or Kafka is no reason to
 * restart a process.
 */
@Liveness
@ApplicationScoped
class RelayLiveness implements HealthCheck {

  private final Relay relay;

  RelayLiveness(Relay relay) {
    this.relay = relay;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("relay").status(!relay.isBeyondRepair()).build();
  }
}
