package io.broadsheet.generator.preview;

/** The command line asks for nothing that can be done; the message says which argument is wrong. */
final class BadArguments extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadArguments(String message) {
    super(message);
  }
}
