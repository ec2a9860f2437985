package io.broadsheet.generator.writing.gate;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** None of the configured phrases is in the text; case is free, words are whole, code is exempt. */
public final class BannedPhrases implements Gate {

  private final List<String> phrases;

  /**
   * @param phrases words or sequences of them
   */
  public BannedPhrases(List<String> phrases) {
    this.phrases = List.copyOf(phrases);
  }

  @Override
  public String name() {
    return "banned-phrases";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String prose = Prose.of(submission.text()).replaceAll("\\s+", " ");
    return phrases.stream()
        .filter(phrase -> whole(phrase).matcher(prose).find())
        .findFirst()
        .map(phrase -> "the text held \"" + phrase + "\", which this paper does not print");
  }

  private static Pattern whole(String phrase) {
    return Pattern.compile(
        "(?<![\\p{L}\\p{N}])"
            + Pattern.quote(phrase.strip().replaceAll("\\s+", " "))
            + "(?![\\p{L}\\p{N}])",
        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }
}
