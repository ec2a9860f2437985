package io.broadsheet.generator.api;

import io.broadsheet.generator.edition.EditionDesk;
import io.broadsheet.generator.edition.EditionDesk.Reply;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.LocalDate;
import java.util.Map;

/** Editions. */
@Path("/api/editions")
@Produces(MediaType.APPLICATION_JSON)
public class EditionsResource {

  private final EditionQueries queries;
  private final EditionDesk desk;

  EditionsResource(EditionQueries queries, EditionDesk desk) {
    this.queries = queries;
    this.desk = desk;
  }

  /** The editions, the newest first. */
  @GET
  public Page<EditionView> list(
      @QueryParam("limit") String limit, @QueryParam("cursor") String cursor) {
    LocalDate before =
        cursor == null || cursor.isBlank() ? null : Parameters.date("cursor", cursor);
    int most = Parameters.limit(limit);
    return Page.of(queries.list(before, most + 1), most, edition -> edition.date().toString());
  }

  /** One edition with its posts and its progress. */
  @GET
  @Path("/{date}")
  public EditionView get(@PathParam("date") String date) {
    return queries
        .find(Parameters.date("date", date))
        .orElseThrow(() -> Refusal.notFound("there is no edition of " + date + " yet"));
  }

  /**
   * Attempts an edition at once, in the background: 202, or 409 if it is being made, held or
   * published, 503 while this service stops. A failed or skipped one is attempted again, whatever
   * its age.
   */
  @POST
  @Path("/{date}/generate")
  public Response generate(@PathParam("date") String text) {
    LocalDate date = Parameters.date("date", text);
    Reply reply = desk.generate(date);
    if (reply instanceof Reply.NoEdition none) {
      throw Refusal.notFound(date + " has no edition: " + none.reason());
    }
    if (reply instanceof Reply.UnderWay) {
      throw Refusal.conflict("the edition of " + date + " is being made; follow it there");
    }
    if (reply instanceof Reply.Stopping) {
      throw Refusal.unavailable(
          "this service is stopping; ask another replica, or after its start");
    }
    if (reply instanceof Reply.Finished finished) {
      throw Refusal.conflict(
          "the edition of " + date + " " + ApprovalAnswers.standing(finished.state(), null));
    }
    return Response.accepted(Map.of("date", date, "state", "writing")).build();
  }
}
