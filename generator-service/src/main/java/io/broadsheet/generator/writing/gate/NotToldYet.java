package io.broadsheet.generator.writing.gate;

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
  public Optional<String> fault(Submission submission) {
    return tooLike
        .apply(submission.text())
        .map(
            title ->
                "the topic \""
                    + submission.text()
                    + "\" is too like the published \""
                    + title
                    + "\"; propose another");
  }
}
