package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;

/** Decides whether an answer may be used. */
public interface Judge {

  /** The verdict on an answer as the model gave it. */
  Verdict judge(Answer answer);
}
