package io.broadsheet.generator.edition;

import java.util.Optional;

/** What persons write, as the database and readers must be able to take it. */
public final class StorableText {

  private StorableText() {}

  /**
   * Which character must go, and where it stands; empty if none.
   *
   * @param name of the field, for the message
   */
  public static Optional<String> fault(String name, String value) {
    int at = 0;
    while (at < value.length()) {
      int character = value.codePointAt(at);
      // PostgreSQL cannot store the one; the other would reach readers as a question mark.
      if (character == 0 || character >= 0xD800 && character <= 0xDFFF) {
        return Optional.of(
            "%s holds %s at character %d; take it out"
                .formatted(
                    name,
                    character == 0
                        ? "the character U+0000"
                        : "half a character (the lone surrogate U+%04X)".formatted(character),
                    value.codePointCount(0, at) + 1));
      }
      at += Character.charCount(character);
    }
    return Optional.empty();
  }
}
