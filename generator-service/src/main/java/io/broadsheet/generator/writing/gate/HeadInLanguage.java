package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.ArticleFormat;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An article's title and summary are in its language too: some of their letters are, for both may
 * be full of names. The body, which is so much longer, would hide them in the share of all.
 *
 * @param language ISO 639 code; one without an {@link Alphabet} passes
 */
public record HeadInLanguage(String language) implements Gate {

  private static final double LEAST_SHARE = 0.15;

  @Override
  public String name() {
    return "language";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return Alphabet.of(language)
        .flatMap(
            own ->
                ArticleFormat.read(submission.text()).stream()
                    .flatMap(article -> Stream.of(article.title(), article.summary()))
                    .filter(line -> own.count(line) < LEAST_SHARE * Alphabet.letters(line))
                    .findFirst())
        .map(line -> "\"" + line + "\" was not in language " + language);
  }
}
