package io.broadsheet.generator.api;

import io.broadsheet.generator.edition.ApprovalDesk;
import io.broadsheet.generator.edition.ApprovalDesk.Then;
import io.broadsheet.generator.edition.ApprovalReply;
import io.broadsheet.generator.edition.Decision;
import io.broadsheet.generator.edition.TextChange;
import io.broadsheet.generator.writing.gate.GateSettings;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.LocalDate;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** Held editions: approve, reject, edit. Each answers with the edition as it stands then. */
@Path("/api/editions")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@APIResponse(responseCode = "200", description = "Done, now or by an earlier call.")
@APIResponse(responseCode = "400", description = "The date or the body is at fault.")
@APIResponse(responseCode = "404", description = "There is no such edition or text.")
@APIResponse(
    responseCode = "409",
    description = "The edition is not held, or in another version than the one named.")
public class ApprovalResource {

  private final ApprovalDesk desk;
  private final EditionQueries queries;
  private final GateSettings bounds;

  ApprovalResource(ApprovalDesk desk, EditionQueries queries, GateSettings bounds) {
    this.desk = desk;
    this.queries = queries;
    this.bounds = bounds;
  }

  /** Publishes a held edition just as it is shown; an edition that is published already is done. */
  @POST
  @Path("/{date}/approve")
  @Operation(
      summary = "Approve a held edition",
      description = "Publishes all its texts, with one message per target, in one transaction.")
  public EditionView approve(
      @PathParam("date") String text,
      @RequestBody(content = @Content(schema = @Schema(implementation = ApproveOrder.class)))
          String body) {
    LocalDate date = Parameters.date("date", text);
    ApproveOrder order = JsonBody.read(body, ApproveOrder.class);
    return shown(
        date,
        "approved",
        desk.approve(date, order.version(), decision(order.by(), order.reason())));
  }

  /** Rejects a held edition with a reason; its topic is not taken again for that date. */
  @POST
  @Path("/{date}/reject")
  @Operation(
      summary = "Reject a held edition",
      description = "then=next-topic has it written anew at once; then=skip-day skips the date.")
  public EditionView reject(
      @PathParam("date") String text,
      @RequestBody(content = @Content(schema = @Schema(implementation = RejectOrder.class)))
          String body) {
    LocalDate date = Parameters.date("date", text);
    RejectOrder order = JsonBody.read(body, RejectOrder.class);
    OperatorWords.requiredReason(order.reason(), "the edition is rejected");
    return shown(
        date,
        "rejected",
        desk.reject(
            date, order.version(), then(order.then()), decision(order.by(), order.reason())));
  }

  /** Changes a held edition's text in one language; the other languages stay as they are. */
  @PATCH
  @Path("/{date}/manuscripts/{language}")
  @Operation(
      summary = "Edit a text of a held edition",
      description = "Fields that are missing stay as they are. The answer tells the new version.")
  public EditionView edit(
      @PathParam("date") String text,
      @PathParam("language") String language,
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = EditOrder.class)))
          String body) {
    LocalDate date = Parameters.date("date", text);
    EditOrder order = JsonBody.read(body, EditOrder.class);
    if (order.version() == null) {
      throw Refusal.badRequest("version is missing; give the edition's hold.version");
    }
    TextChange change =
        new TextChange(order.title(), order.summary(), order.bodyMarkdown(), order.tags());
    change
        .fault(bounds)
        .ifPresent(
            fault -> {
              throw Refusal.badRequest(fault);
            });
    return shown(
        date,
        "edited",
        desk.edit(date, language, order.version(), change, decision(order.by(), order.reason())));
  }

  private EditionView shown(LocalDate date, String verb, ApprovalReply reply) {
    ApprovalAnswers.check(date, verb, reply);
    return queries.find(date).orElseThrow();
  }

  private static Then then(String value) {
    return switch (Optional.ofNullable(value).orElse("")) {
      case "next-topic" -> Then.NEXT_TOPIC;
      case "skip-day" -> Then.SKIP_DAY;
      default ->
          throw Refusal.badRequest(
              value == null
                  ? "then is missing; write next-topic or skip-day"
                  : "then is \"" + value + "\"; write next-topic or skip-day");
    };
  }

  private static Decision decision(String by, String reason) {
    return Decision.of(OperatorWords.by(by), OperatorWords.reason(reason));
  }
}
