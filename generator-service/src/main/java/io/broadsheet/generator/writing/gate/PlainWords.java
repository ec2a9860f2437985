package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import java.util.regex.Pattern;

/** A topic becomes a title, which channels show as it stands: no Markdown, no address. */
public final class PlainWords implements Gate {

  private static final Pattern MARKUP =
      Pattern.compile("[*_]{2}|`|^#|\\]\\(|<[a-z/]|https?://|www\\.");

  /** Whether a title or a summary holds what only a text may hold. */
  static boolean holdsMarkup(String text) {
    return MARKUP.matcher(text).find();
  }

  @Override
  public String name() {
    return "plain-words";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return holdsMarkup(submission.text())
        ? Optional.of("the answer held Markdown or an address; give plain words")
        : Optional.empty();
  }
}
