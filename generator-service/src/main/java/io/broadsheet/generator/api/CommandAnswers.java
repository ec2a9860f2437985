package io.broadsheet.generator.api;

import io.broadsheet.generator.outbox.OrderReply;
import io.broadsheet.generator.outbox.Orderer;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** How orders are signed and answered. */
final class CommandAnswers {

  /** Repeating an order with the same key is the same order. */
  static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  private static final int LONGEST_KEY = 200;

  private CommandAnswers() {}

  static Orderer orderer(String key, String by, String reason) {
    return Orderer.of(
        Optional.ofNullable(key)
            .filter(text -> !text.isBlank())
            .map(text -> OperatorWords.storable(IDEMPOTENCY_KEY, text, LONGEST_KEY)),
        OperatorWords.by(by),
        reason);
  }

  /**
   * 202 with the command's id.
   *
   * @throws Refusal 400, 404 or 409 otherwise
   */
  static Response answer(OrderReply reply) {
    if (reply instanceof OrderReply.Invalid invalid) {
      throw Refusal.badRequest(invalid.why());
    }
    if (reply instanceof OrderReply.NotFound none) {
      throw Refusal.notFound(none.why());
    }
    if (reply instanceof OrderReply.Conflict conflict) {
      throw Refusal.conflict(conflict.why());
    }
    var id = ((OrderReply.Accepted) reply).commandId();
    return Response.accepted(Map.of("commandId", id))
        .location(URI.create("/api/commands/" + id))
        .build();
  }
}
