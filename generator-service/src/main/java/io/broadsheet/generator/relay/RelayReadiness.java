package io.broadsheet.generator.relay;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** UP while this replica relays or stands by to. */
@Readiness
@ApplicationScoped
class RelayReadiness implements HealthCheck {

  private final Relay relay;

  RelayReadiness(Relay relay) {
    this.relay = relay;
  }

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("relay");
    return relay
        .readinessFault()
        .map(fault -> response.down().withData("fault", fault))
        .orElseGet(response::up)
        .build();
  }
}
