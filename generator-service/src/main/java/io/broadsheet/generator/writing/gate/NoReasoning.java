package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.Locale;
import java.util.Optional;

/** No reasoning is left that could not be told from the text. */
public final class NoReasoning implements Gate {

  @Override
  public String name() {
    return "no-reasoning";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return lower.contains("<think>") || lower.contains("</think>")
        ? Optional.of("the answer held reasoning; give the text only")
        : Optional.empty();
  }
}
