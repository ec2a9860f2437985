package io.broadsheet.generator.api;

import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns every failure of a request into a problem detail. */
public class Problems {

  private static final Logger LOG = Logger.getLogger(Problems.class);

  @ServerExceptionMapper
  Response refusal(Refusal refusal, UriInfo uri) {
    return response(refusal.status(), refusal.getMessage(), uri);
  }

  @ServerExceptionMapper
  Response web(WebApplicationException failure, UriInfo uri) {
    Response.StatusType status = failure.getResponse().getStatusInfo();
    String detail =
        status.getStatusCode() == Status.NOT_FOUND.getStatusCode()
            ? "there is nothing here; /q/openapi lists what there is"
            : failure.getMessage();
    return response(status, detail, uri);
  }

  @ServerExceptionMapper
  Response unexpected(RuntimeException failure, UriInfo uri) {
    if (isDatabase(failure)) {
      return response(
          Status.SERVICE_UNAVAILABLE,
          "the database does not answer as it should; /q/health/ready says more; try again later",
          uri);
    }
    LOG.errorf(failure, "%s failed", uri.getPath());
    return response(Status.INTERNAL_SERVER_ERROR, "unexpected; the service's log says more", uri);
  }

  private static boolean isDatabase(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PgException
          || cause instanceof VertxException
          || cause instanceof java.io.IOException
          || cause instanceof io.smallrye.mutiny.TimeoutException) {
        return true;
      }
    }
    return false;
  }

  private static Response response(Response.StatusType status, String detail, UriInfo uri) {
    return Response.status(status.getStatusCode())
        .type(Problem.MEDIA_TYPE)
        .entity(Problem.of(status, detail, uri.getPath()))
        .build();
  }
}
