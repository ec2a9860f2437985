package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.ArticleFormat;
import io.broadsheet.generator.writing.gate.Gate;
import java.util.Optional;

/**
 * The translation is about as long as its source.
 *
 * @param source what was to be translated
 */
record LengthRatio(Article source) implements Gate {

  private static final double LEAST = 0.4;
  private static final double MOST = 2.5;

  @Override
  public String name() {
    return "length-ratio";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    int length = ArticleFormat.read(text).map(article -> article.body().length()).orElse(0);
    double ratio = (double) length / source.body().length();
    return ratio >= LEAST && ratio <= MOST
        ? Optional.empty()
        : Optional.of(
            "the translation had "
                + length
                + " characters, its source "
                + source.body().length()
                + "; translate all of it and add nothing");
  }
}
