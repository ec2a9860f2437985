package io.broadsheet.generator.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Commands: who ordered what, when and why, and what became of it. */
@Path("/api/commands")
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "commands")
public class CommandsResource {

  private final CommandQueries queries;

  CommandsResource(CommandQueries queries) {
    this.queries = queries;
  }

  /** One command. */
  @GET
  @Path("/{id}")
  @Operation(summary = "What became of a command")
  public CommandView get(@PathParam("id") String id) {
    return queries
        .find(Parameters.uuid("id", id))
        .orElseThrow(() -> Refusal.notFound("there is no command " + id));
  }
}
