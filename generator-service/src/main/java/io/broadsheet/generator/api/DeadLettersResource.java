package io.broadsheet.generator.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

/** Messages that could not be taken, read from the publisher's records. */
@Path("/api/dead-letters")
@Produces(MediaType.APPLICATION_JSON)
public class DeadLettersResource {

  private final DeadLetterQueries queries;

  DeadLettersResource(DeadLetterQueries queries) {
    this.queries = queries;
  }

  /**
   * Dead letters, the newest first.
   *
   * @param target only those to this target
   * @param before only those older than this time; {@code next} of the page before
   */
  @GET
  public Page<DeadLetterView> list(
      @QueryParam("target") String target,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String before) {
    int most = Parameters.limit(limit);
    return queries.page(
        Parameters.target("target", target), Parameters.time("cursor", before), most);
  }
}
