package io.broadsheet.generator.api;

import io.broadsheet.generator.relay.Relay;
import io.broadsheet.generator.relay.RelayStatus;
import io.smallrye.common.annotation.NonBlocking;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** How the relay fares, as the replica that answers sees it. */
@Path("/api/relay")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "relay")
public class RelayResource {

  private final Relay relay;

  public RelayResource(Relay relay) {
    this.relay = relay;
  }

  /** The relay's state, from memory. */
  @GET
  @NonBlocking
  @Operation(summary = "The relay's mode, role, heartbeat and counts, as this replica sees them")
  public RelayStatus get() {
    return relay.status();
  }
}
