package io.broadsheet.generator.outbox;

import java.nio.charset.StandardCharsets;
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
}
