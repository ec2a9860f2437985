package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.ArticleFormat;
import io.broadsheet.generator.writing.gate.Gate;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The translation has as many headings, links and code blocks as its source.
 *
 * @param source what was to be translated
 */
record SameStructure(Article source) implements Gate {

  private static final Pattern FENCE = Pattern.compile("(?m)^ {0,3}(?:```|~~~)");
  private static final Pattern CODE = Pattern.compile("(?ms)^ {0,3}(```|~~~).*?^ {0,3}\\1");
  private static final Pattern HEADING = Pattern.compile("(?m)^ {0,3}#{1,6}\\s");
  private static final Pattern LINK = Pattern.compile("\\]\\(|<https?://");

  @Override
  public String name() {
    return "structure";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    String body = ArticleFormat.read(text).map(Article::body).orElse("");
    return difference("code fences", FENCE, source.body(), body)
        .or(() -> difference("headings", HEADING, prose(source.body()), prose(body)))
        .or(() -> difference("links", LINK, prose(source.body()), prose(body)));
  }

  private static Optional<String> difference(
      String what, Pattern pattern, String source, String translated) {
    long before = pattern.matcher(source).results().count();
    long after = pattern.matcher(translated).results().count();
    return before == after
        ? Optional.empty()
        : Optional.of(
            "the translation had "
                + after
                + " "
                + what
                + ", its source "
                + before
                + "; keep all of them");
  }

  private static String prose(String body) {
    return CODE.matcher(body).replaceAll("");
  }
}
