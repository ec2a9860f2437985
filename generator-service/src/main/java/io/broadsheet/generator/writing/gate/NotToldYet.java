package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.Optional;
import java.util.function.Function;

/**
 * The topic is none of late.
 *
 * @param tooLike finds the earlier title that a topic is too like
 */
public record NotToldYet(Function<String, Optional<String>> tooLike) implements Gate {

  @Override
  public String name() {
    return "not-told-yet";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    return tooLike
        .apply(text)
        .map(
            title ->
                "the topic \""
                    + text
                    + "\" is too like the published \""
                    + title
                    + "\"; propose another");
  }
}
