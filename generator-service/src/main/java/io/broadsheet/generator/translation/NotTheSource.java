package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.ArticleFormat;
import io.broadsheet.generator.writing.gate.Gate;
import java.util.Optional;

/**
 * The translation is not the source given back.
 *
 * @param source what was to be translated
 */
record NotTheSource(Article source) implements Gate {

  @Override
  public String name() {
    return "not-the-source";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    return ArticleFormat.read(text)
        .filter(translated -> same(translated.body(), source.body()))
        .map(translated -> "the answer was the source itself; translate it");
  }

  private static boolean same(String one, String other) {
    return one.replaceAll("\\s+", " ").strip().equals(other.replaceAll("\\s+", " ").strip());
  }
}
