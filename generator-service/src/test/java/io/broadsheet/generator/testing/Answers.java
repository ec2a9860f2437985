package io.broadsheet.generator.testing;

import io.broadsheet.generator.writing.Answer;

/** Answers of a model of which only text and finish reason matter. */
public final class Answers {

  private Answers() {}

  public static Answer whole(String text) {
    return of(text, "stop");
  }

  public static Answer of(String text, String finishReason) {
    return new Answer(text, finishReason, null, null, 1);
  }
}
