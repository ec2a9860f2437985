package io.broadsheet.generator.api;

import io.broadsheet.common.delivery.DeliveryState;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Deliveries, read from the publisher's records. */
@Path("/api/deliveries")
@Produces(MediaType.APPLICATION_JSON)
public class DeliveriesResource {

  private final DeliveryQueries queries;

  DeliveriesResource(DeliveryQueries queries) {
    this.queries = queries;
  }

  /**
   * Deliveries, the newest first.
   *
   * @param state only those of this state
   * @param target only those to this target
   * @param from only those of events at or after this time
   * @param to only those of events before this time
   */
  @GET
  public Page<DeliveryView> list(
      @QueryParam("state") String state,
      @QueryParam("target") String target,
      @QueryParam("from") String from,
      @QueryParam("to") String to,
      @QueryParam("limit") String limit,
      @QueryParam("cursor") String cursor) {
    int most = Parameters.limit(limit);
    return queries.page(
        new DeliveryQueries.Filter(
            state(state),
            Parameters.target("target", target),
            Parameters.time("from", from),
            Parameters.time("to", to)),
        DeliveryCursor.read(cursor),
        most);
  }

  private static String state(String value) {
    if (value == null || value.isBlank()) {
      return null;
    }
    try {
      return DeliveryState.of(value).wireName();
    } catch (IllegalArgumentException e) {
      String known =
          Arrays.stream(DeliveryState.values())
              .map(DeliveryState::wireName)
              .collect(Collectors.joining(", "));
      throw Parameters.bad("state", value, "write one of " + known);
    }
  }
}
