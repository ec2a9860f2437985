package io.broadsheet.sandbox.telegraph;

/**
 * What is known of Telegraph only by report, and may therefore be set.
 *
 * @param json whether JSON bodies are read; false: forms only
 * @param errorStatus the HTTP status of the API's errors, 200 or 400
 */
public record TelegraphSettings(boolean json, int errorStatus) {
  /** JSON read, errors with status 200. */
  public static final TelegraphSettings DEFAULTS = new TelegraphSettings(true, 200);
}
