package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.ArticleFormat;
import java.util.Optional;

/** The text has the form of an article, and its title and summary fit where they are shown. */
public final class ArticleForm implements Gate {

  private static final int LONGEST_TITLE = 150;
  private static final int LONGEST_SUMMARY = 600;

  @Override
  public String name() {
    return "article-form";
  }

  @Override
  public Optional<String> fault(Answer answer, String text) {
    Optional<Article> article = ArticleFormat.read(text);
    if (article.isEmpty()) {
      return Optional.of(
          "the answer must begin with lines \"Title:\", \"Summary:\" and \"Tags:\", then an empty"
              + " line and the text");
    }
    if (article.get().title().length() > LONGEST_TITLE) {
      return Optional.of("the title was longer than " + LONGEST_TITLE + " characters");
    }
    if (article.get().summary().length() > LONGEST_SUMMARY) {
      return Optional.of("the summary was longer than " + LONGEST_SUMMARY + " characters");
    }
    return Optional.empty();
  }
}
