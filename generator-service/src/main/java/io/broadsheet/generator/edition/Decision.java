package io.broadsheet.generator.edition;

import java.util.UUID;

/**
 * Who decided, and why.
 *
 * @param id fixed before the first try: tells whether a statement took effect whose answer was lost
 * @param by the person
 * @param reason null if none was given
 */
public record Decision(UUID id, String by, String reason) {

  /** A new one. */
  public static Decision of(String by, String reason) {
    return new Decision(UUID.randomUUID(), by, reason);
  }
}
