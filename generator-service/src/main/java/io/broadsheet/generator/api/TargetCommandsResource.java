package io.broadsheet.generator.api;

import io.broadsheet.common.event.Command;
import io.broadsheet.generator.outbox.CommandDesk;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.OffsetDateTime;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Orders about a whole target. */
@Path("/api/targets/{target}")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "commands")
@APIResponse(responseCode = "202", description = "Accepted: {\"commandId\"}; follow it there.")
@APIResponse(responseCode = "400", description = "A parameter or the body is at fault.")
@APIResponse(responseCode = "404", description = "There is no such target.")
public class TargetCommandsResource {

  private final CommandDesk desk;

  TargetCommandsResource(CommandDesk desk) {
    this.desk = desk;
  }

  /** Holds a target's calls back; what comes for it waits. */
  @POST
  @Path("/pause")
  @Operation(summary = "Hold a target's calls back")
  public Response pause(
      @PathParam("target") String target,
      @HeaderParam(CommandAnswers.IDEMPOTENCY_KEY) String key,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = CommandOrders.Pause.class)))
          String body) {
    CommandOrders.Pause order = JsonBody.read(body, CommandOrders.Pause.class);
    String reason = OperatorWords.requiredReason(order.reason(), "it is paused");
    OffsetDateTime until = Parameters.time("until", order.until());
    return CommandAnswers.answer(
        desk.orderOfTarget(
            CommandAnswers.orderer(key, order.by(), reason),
            Parameters.target("target", target),
            new Command.Pause(until)));
  }

  /** Ends every pause of a target, whatever began it. */
  @POST
  @Path("/resume")
  @Operation(summary = "End every pause of a target")
  public Response resume(
      @PathParam("target") String target,
      @HeaderParam(CommandAnswers.IDEMPOTENCY_KEY) String key,
      @RequestBody(content = @Content(schema = @Schema(implementation = CommandOrders.Plain.class)))
          String body) {
    CommandOrders.Plain order = JsonBody.read(body, CommandOrders.Plain.class);
    return CommandAnswers.answer(
        desk.orderOfTarget(
            CommandAnswers.orderer(key, order.by(), OperatorWords.reason(order.reason())),
            Parameters.target("target", target),
            new Command.Resume()));
  }
}
