package io.broadsheet.generator.writing.gate;

/** What the gates say of an answer. */
public sealed interface Verdict {

  /**
   * The answer is good.
   *
   * @param submission what may be used of it, cleaned
   */
  record Passed(Submission submission) implements Verdict {}

  /**
   * The answer must not be used.
   *
   * @param gate which gate refuses
   * @param reason why, fit to be told to the model and to a person
   */
  record Refused(String gate, String reason) implements Verdict {

    @Override
    public String toString() {
      return gate + ": " + reason;
    }
  }
}
