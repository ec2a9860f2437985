package io.broadsheet.common.migrate;

/** The database or the broker refused a step of {@code migrate}, or could not be reached. */
public class MigrationFault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param message what was refused, where, and why; no secret
   * @param cause the refusal
   */
  public MigrationFault(String message, Throwable cause) {
    super(message, cause);
  }
}
