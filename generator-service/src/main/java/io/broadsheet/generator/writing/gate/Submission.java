package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;

/**
 * An answer as the gates see it.
 *
 * @param text its text after {@link AnswerCleaning}
 * @param finishReason why the model stopped, for instance {@code stop}; null if the provider does
 *     not say
 */
public record Submission(String text, String finishReason) {

  private static final String STOP = "stop";

  /** A model's answer, cleaned. */
  public static Submission of(Answer answer) {
    return new Submission(AnswerCleaning.clean(answer.text()), answer.finishReason());
  }

  /** A text that is known to be whole, for instance one put together from answers that were. */
  public static Submission whole(String text) {
    return new Submission(text, STOP);
  }

  /** Whether the model ended by itself. */
  public boolean finished() {
    return STOP.equals(finishReason);
  }
}
