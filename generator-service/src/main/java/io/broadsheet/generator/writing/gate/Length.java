package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.Optional;

/**
 * The text's length is within bounds.
 *
 * @param least characters (code points) at least
 * @param most characters at most
 */
public record Length(int least, int most) implements Gate {

  @Override
  public String name() {
    return "length";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    int length = text.codePointCount(0, text.length());
    return length >= least && length <= most
        ? Optional.empty()
        : Optional.of(
            "the text had " + length + " characters; it must have " + least + " to " + most);
  }
}
