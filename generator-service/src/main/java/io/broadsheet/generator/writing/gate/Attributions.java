package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Frame;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Every author whose section came in stands in a composer's {@link Frame} once, and nobody else. A
 * writer of the panel that took no part is not named in the text either.
 *
 * @param authors whose sections there are
 * @param absent the other writers of the panel
 * @param agreement heading of the part that compares the authors, which must name two of them
 */
public record Attributions(List<String> authors, Collection<String> absent, String agreement)
    implements Gate {

  public Attributions {
    authors = List.copyOf(authors);
    absent = List.copyOf(absent);
  }

  @Override
  public String name() {
    return "attributions";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    List<String> marks = Frame.marks(submission.text());
    for (String mark : marks) {
      if (!authors.contains(mark)) {
        return Optional.of(
            "the mark " + Frame.mark(mark) + " is of no author; the authors are " + authors);
      }
    }
    for (String author : authors) {
      int times = Collections.frequency(marks, author);
      if (times != 1) {
        return Optional.of(
            "the mark "
                + Frame.mark(author)
                + (times == 0 ? " was missing" : " stood " + times + " times")
                + "; each stands exactly once");
      }
    }
    return absent.stream()
        .filter(writer -> names(submission.text(), writer, 0))
        .findFirst()
        .map(writer -> "\"" + writer + "\" wrote nothing here and must not be named")
        .or(() -> compared(submission));
  }

  private Optional<String> compared(Submission submission) {
    String text =
        Frame.of(submission.text()).parts().stream()
            .filter(part -> part.isUnder(agreement))
            .map(Frame.Part::text)
            .findFirst()
            .orElse("");
    int needed = Math.min(2, authors.size());
    return text.isEmpty()
            || authors.stream()
                    .filter(author -> names(text, author, Pattern.CASE_INSENSITIVE))
                    .count()
                >= needed
        ? Optional.empty()
        : Optional.of(
            "under \""
                + agreement
                + "\" at least "
                + needed
                + " of the authors must be named as in their marks");
  }

  private static boolean names(String text, String writer, int flags) {
    return WriterName.pattern(writer, flags).matcher(text).find();
  }
}
