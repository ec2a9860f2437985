package io.broadsheet.generator.preview;

/** The database does not hold what is needed; the message says what. */
final class NothingToShow extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NothingToShow(String message) {
    super(message);
  }
}
