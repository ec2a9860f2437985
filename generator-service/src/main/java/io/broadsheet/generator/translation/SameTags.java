package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.Arrays;
import java.util.Optional;

/**
 * There are as many tags, separated by commas.
 *
 * @param source the tags that were to be translated
 */
record SameTags(String source) implements Gate {

  @Override
  public String name() {
    return "tags";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    long before = count(source);
    long after = count(submission.text());
    return before == after
        ? Optional.empty()
        : Optional.of("there were " + after + " tags instead of " + before);
  }

  private static long count(String tags) {
    return Arrays.stream(tags.split(",")).filter(tag -> !tag.isBlank()).count();
  }
}
