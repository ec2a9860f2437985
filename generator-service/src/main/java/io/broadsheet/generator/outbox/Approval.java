package io.broadsheet.generator.outbox;

import java.util.UUID;

/**
 * Who let a held edition out, to be recorded together with its posts.
 *
 * @param id of the record
 * @param by a person, or {@code broadsheet} itself
 * @param reason null if none was given
 */
public record Approval(UUID id, String by, String reason) {

  /** None: the edition goes out without having been held. */
  public static final Approval NONE = new Approval(null, null, null);
}
