package io.broadsheet.generator.writing.chat;

import io.broadsheet.generator.writing.Deadline;
import java.util.Optional;

/** Makes the Authorization header. */
interface Authorization {

  /** The header, or none. */
  Optional<String> header(Deadline deadline);

  /**
   * The provider refused the header.
   *
   * @return whether the next one will be another, so that asking again may help
   */
  boolean refused();

  /** For a key that stays. */
  static Authorization fixed(Optional<String> header) {
    return new Authorization() {
      @Override
      public Optional<String> header(Deadline deadline) {
        return header;
      }

      @Override
      public boolean refused() {
        return false;
      }
    };
  }
}
