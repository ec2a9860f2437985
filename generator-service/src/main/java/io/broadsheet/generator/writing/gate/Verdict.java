package io.broadsheet.generator.writing.gate;

/** What the gates say of an answer. */
public sealed interface Verdict {

  /**
   * The answer is good.
   *
   * @param text its text, cleaned
   */
  record Passed(String text) implements Verdict {}

  /**
   * The answer must not be used.
   *
   * @param gate which gate refuses
   * @param reason why, fit to be told to the model
   */
  record Refused(String gate, String reason) implements Verdict {}
}
