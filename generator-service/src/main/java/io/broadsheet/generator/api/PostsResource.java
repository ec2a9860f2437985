package io.broadsheet.generator.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Posts. */
@Path("/api/posts")
@Produces(MediaType.APPLICATION_JSON)
public class PostsResource {

  private final EditionQueries queries;

  PostsResource(EditionQueries queries) {
    this.queries = queries;
  }

  /** One post with its text. */
  @GET
  @Path("/{id}")
  public PostView get(@PathParam("id") String id) {
    return queries
        .findPost(Parameters.uuid("id", id))
        .orElseThrow(() -> Refusal.notFound("there is no post " + id));
  }
}
