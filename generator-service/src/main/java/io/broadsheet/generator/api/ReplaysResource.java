package io.broadsheet.generator.api;

import io.broadsheet.common.event.Command;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.generator.outbox.ReplayDesk;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.OffsetDateTime;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Replays: a stretch of a channel's topic is read again, and what the deliveries lack is filled in.
 */
@Path("/api/replays")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "commands")
@APIResponse(responseCode = "400", description = "A parameter or the body is at fault.")
@APIResponse(responseCode = "404", description = "There is no such replay.")
@APIResponse(responseCode = "409", description = "It cannot be done as things stand.")
public class ReplaysResource {

  private final ReplayDesk desk;
  private final ReplayQueries queries;

  ReplaysResource(ReplayDesk desk, ReplayQueries queries) {
    this.desk = desk;
    this.queries = queries;
  }

  /** Orders a replay; the command's id is the replay's. */
  @POST
  @Operation(
      summary = "Read a stretch of a channel's topic again",
      description = "Only counts what it would do, unless dryRun is false.")
  @APIResponse(responseCode = "202", description = "Accepted: {\"commandId\"}, the replay's id.")
  public Response replay(
      @HeaderParam(CommandAnswers.IDEMPOTENCY_KEY) String key,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = ReplayOrder.class)))
          String body) {
    ReplayOrder order = JsonBody.read(body, ReplayOrder.class);
    String target = Parameters.target("target", order.target());
    OffsetDateTime from = time("from", order.from());
    OffsetDateTime to = time("to", order.to());
    if (!from.isBefore(to)) {
      throw Refusal.badRequest("from is not before to; give the times the other way round");
    }
    Command.Replay replay =
        new Command.Replay(
            channel(order.channel(), target).wireName(),
            target,
            from,
            to,
            order.dryRun() == null || order.dryRun(),
            order.includeOld(),
            order.includeParked(),
            order.includeSkipped());
    return CommandAnswers.answer(
        desk.replay(
            CommandAnswers.orderer(key, order.by(), OperatorWords.reason(order.reason())), replay));
  }

  /** One replay. */
  @GET
  @Path("/{id}")
  @Operation(summary = "How far a replay is, and what it has found")
  public ReplayView get(@PathParam("id") String id) {
    return queries
        .find(Parameters.uuid("id", id))
        .orElseThrow(() -> Refusal.notFound("there is no replay " + id));
  }

  /** Ends a replay; what it has done stays. */
  @POST
  @Path("/{id}/cancel")
  @Operation(summary = "End a replay", description = "What it has done stays.")
  @APIResponse(responseCode = "202", description = "Accepted: {\"commandId\"}; follow it there.")
  public Response cancel(
      @PathParam("id") String id,
      @HeaderParam(CommandAnswers.IDEMPOTENCY_KEY) String key,
      @RequestBody(content = @Content(schema = @Schema(implementation = CommandOrders.Plain.class)))
          String body) {
    CommandOrders.Plain order = JsonBody.read(body, CommandOrders.Plain.class);
    return CommandAnswers.answer(
        desk.cancel(
            CommandAnswers.orderer(key, order.by(), OperatorWords.reason(order.reason())),
            Parameters.uuid("id", id)));
  }

  private ChannelKind channel(String channel, String target) {
    Optional<ChannelKind> configured = target == null ? Optional.empty() : desk.channelOf(target);
    if (channel == null || channel.isBlank()) {
      return configured.orElseThrow(
          () ->
              Refusal.badRequest(
                  target == null
                      ? "channel is missing; write one of " + ChannelKind.names()
                      : "no target " + target + " is configured; give its channel too"));
    }
    ChannelKind wanted =
        ChannelKind.find(channel)
            .orElseThrow(
                () -> Parameters.bad("channel", channel, "write one of " + ChannelKind.names()));
    if (configured.isPresent() && configured.get() != wanted) {
      throw Parameters.bad(
          "channel", channel, target + " is a target of " + configured.get().wireName());
    }
    return wanted;
  }

  private static OffsetDateTime time(String name, String value) {
    OffsetDateTime time = Parameters.time(name, value);
    if (time == null) {
      throw Refusal.badRequest(name + " is missing; write a time such as 2026-11-30T09:00:00Z");
    }
    return time;
  }
}
