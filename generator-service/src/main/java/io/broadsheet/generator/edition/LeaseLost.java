package io.broadsheet.generator.edition;

/** The edition is another holder's now, or may be: whoever meets this stops and changes nothing. */
class LeaseLost extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LeaseLost(String message) {
    super(message);
  }
}
