package io.broadsheet.generator.outbox;

import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * Who orders something, and why.
 *
 * @param commandId of the command: the same for the same idempotency key
 * @param operator the person
 * @param reason null if none was given
 */
public record Orderer(UUID commandId, String operator, String reason) {

  /**
   * An orderer.
   *
   * @param idempotencyKey a repetition with the same key is the same order; empty: each is one of
   *     its own
   */
  public static Orderer of(Optional<String> idempotencyKey, String operator, String reason) {
    return new Orderer(
        idempotencyKey
            .map(key -> UUID.nameUUIDFromBytes(("command " + key).getBytes(StandardCharsets.UTF_8)))
            .orElseGet(UUID::randomUUID),
        operator,
        reason);
  }

  /**
   * A command as this person gives it.
   *
   * @param at by the database's clock
   */
  CommandEvent gives(Command command, String target, OffsetDateTime at) {
    return new CommandEvent(CommandEvent.VERSION, commandId, target, operator, reason, at, command);
  }
}
