package io.broadsheet.generator.api;

import io.broadsheet.generator.edition.StorableText;

/** Reads what operators say of themselves and of their reasons; a bad text is a 400. */
final class OperatorWords {

  /** Who it is when the body does not say: there is no login yet. */
  private static final String SOMEBODY = "operator";

  private static final int LONGEST_NAME = 100;
  private static final int LONGEST_REASON = 1000;

  private OperatorWords() {}

  /** Who it is, {@code operator} if that is missing. */
  static String by(String value) {
    return value == null || value.isBlank()
        ? SOMEBODY
        : storable("by", value.strip(), LONGEST_NAME);
  }

  /** The reason, or null if none is given. */
  static String reason(String value) {
    return value == null || value.isBlank()
        ? null
        : storable("reason", value.strip(), LONGEST_REASON);
  }

  /**
   * The reason of what may not be done without one.
   *
   * @param what is done, for the message
   */
  static String requiredReason(String value, String what) {
    String reason = reason(value);
    if (reason == null) {
      throw Refusal.badRequest("reason is missing; say why " + what);
    }
    return reason;
  }

  /** A text that PostgreSQL can store and people can read, or a 400. */
  static String storable(String name, String value, int longest) {
    if (value.length() > longest) {
      throw Refusal.badRequest(
          name + " has " + value.length() + " characters; " + longest + " are the most");
    }
    StorableText.fault(name, value)
        .ifPresent(
            fault -> {
              throw Refusal.badRequest(fault);
            });
    if (value.codePoints().anyMatch(character -> character < ' ' && character != '\n')) {
      throw Refusal.badRequest(name + " holds control characters; write plain text");
    }
    return value;
  }
}
