package io.broadsheet.generator.api;

import io.broadsheet.common.event.Command;
import io.broadsheet.generator.outbox.CommandDesk;
import io.broadsheet.generator.outbox.Orderer;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Orders about one post at one target. */
@Path("/api/deliveries/{postId}/{target}")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "commands")
@APIResponse(responseCode = "202", description = "Accepted: {\"commandId\"}; follow it there.")
@APIResponse(responseCode = "400", description = "A parameter or the body is at fault.")
@APIResponse(responseCode = "404", description = "There is no such post, target or delivery.")
@APIResponse(
    responseCode = "409",
    description =
        "It cannot be done as the delivery stands, or the post is too large for a message.")
public class DeliveryCommandsResource {

  private static final int LONGEST_ID = 500;
  private static final int LONGEST_URL = 2000;

  private final CommandDesk desk;

  DeliveryCommandsResource(CommandDesk desk) {
    this.desk = desk;
  }

  /** Sends a post to a target that it had no event for. */
  @POST
  @Path("/publish")
  @Operation(summary = "Send an old post to a new target, once")
  public Response publish(
      @PathParam("postId") String postId,
      @PathParam("target") String target,
      @HeaderParam(CommandAnswers.IDEMPOTENCY_KEY) String key,
      @RequestBody(content = @Content(schema = @Schema(implementation = CommandOrders.Plain.class)))
          String body) {
    CommandOrders.Plain order = JsonBody.read(body, CommandOrders.Plain.class);
    return CommandAnswers.answer(
        desk.publish(
            CommandAnswers.orderer(key, order.by(), OperatorWords.reason(order.reason())),
            post(postId),
            target(target)));
  }

  /** Makes a delivery due at once. */
  @POST
  @Path("/retry")
  @Operation(summary = "Try a delivery again, whatever its age")
  public Response retry(
      @PathParam("postId") String postId,
      @PathParam("target") String target,
      @HeaderParam(CommandAnswers.IDEMPOTENCY_KEY) String key,
      @RequestBody(content = @Content(schema = @Schema(implementation = CommandOrders.Retry.class)))
          String body) {
    CommandOrders.Retry order = JsonBody.read(body, CommandOrders.Retry.class);
    UUID post = post(postId);
    return CommandAnswers.answer(
        desk.orderOfDelivery(
            CommandAnswers.orderer(key, order.by(), OperatorWords.reason(order.reason())),
            post,
            target(target),
            generation -> new Command.Retry(post, generation, order.force())));
  }

  /** Decides that a delivery will not be sent. */
  @POST
  @Path("/skip")
  @Operation(summary = "Do not send a delivery")
  public Response skip(
      @PathParam("postId") String postId,
      @PathParam("target") String target,
      @HeaderParam(CommandAnswers.IDEMPOTENCY_KEY) String key,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = CommandOrders.Skip.class)))
          String body) {
    CommandOrders.Skip order = JsonBody.read(body, CommandOrders.Skip.class);
    UUID post = post(postId);
    return CommandAnswers.answer(
        desk.orderOfDelivery(
            CommandAnswers.orderer(
                key, order.by(), OperatorWords.requiredReason(order.reason(), "it is skipped")),
            post,
            target(target),
            generation -> new Command.Skip(post, generation, order.force())));
  }

  /** Says that the post is on the channel. */
  @POST
  @Path("/confirm-posted")
  @Operation(summary = "Say that a post is on the channel")
  public Response confirmPosted(
      @PathParam("postId") String postId,
      @PathParam("target") String target,
      @HeaderParam(CommandAnswers.IDEMPOTENCY_KEY) String key,
      @RequestBody(
              required = true,
              content =
                  @Content(schema = @Schema(implementation = CommandOrders.ConfirmPosted.class)))
          String body) {
    CommandOrders.ConfirmPosted order = JsonBody.read(body, CommandOrders.ConfirmPosted.class);
    UUID post = post(postId);
    Orderer orderer =
        CommandAnswers.orderer(
            key,
            order.by(),
            OperatorWords.requiredReason(order.reason(), "it is known to be posted"));
    String id = externalId(order.externalId());
    String url = externalUrl(order.externalUrl());
    return CommandAnswers.answer(
        desk.orderOfDelivery(
            orderer,
            post,
            target(target),
            generation -> new Command.ConfirmPosted(post, generation, id, url)));
  }

  /** Sends a post once more, deliberately. */
  @POST
  @Path("/republish")
  @Operation(
      summary = "Send a post once more",
      description = "Only where every earlier generation is settled for good.")
  public Response republish(
      @PathParam("postId") String postId,
      @PathParam("target") String target,
      @HeaderParam(CommandAnswers.IDEMPOTENCY_KEY) String key,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = CommandOrders.Republish.class)))
          String body) {
    CommandOrders.Republish order = JsonBody.read(body, CommandOrders.Republish.class);
    return CommandAnswers.answer(
        desk.republish(
            CommandAnswers.orderer(
                key, order.by(), OperatorWords.requiredReason(order.reason(), "it is repeated")),
            post(postId),
            target(target)));
  }

  private static UUID post(String value) {
    return Parameters.uuid("postId", value);
  }

  private static String target(String value) {
    return Parameters.target("target", value);
  }

  private static String externalId(String value) {
    if (value == null || value.isBlank()) {
      throw Refusal.badRequest(
          "externalId is missing; give the channel's id of the post, for instance a message's number");
    }
    return OperatorWords.storable("externalId", value.strip(), LONGEST_ID);
  }

  private static String externalUrl(String value) {
    if (value == null || value.isBlank()) {
      return null;
    }
    try {
      URI url = new URI(value.strip());
      if (url.getHost() != null
          && ("https".equals(url.getScheme()) || "http".equals(url.getScheme()))) {
        return OperatorWords.storable("externalUrl", value.strip(), LONGEST_URL);
      }
    } catch (URISyntaxException e) {
      // Told below like an address of another kind.
    }
    throw Parameters.bad("externalUrl", value, "write an address such as https://t.me/name/77");
  }
}
