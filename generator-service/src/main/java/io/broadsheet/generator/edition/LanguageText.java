package io.broadsheet.generator.edition;

import io.broadsheet.generator.writing.Article;

/**
 * An edition's text in one language, as it is published: with its credits.
 *
 * @param language ISO 639 code in lower case
 */
public record LanguageText(String language, Article article) {

  /** The slug that follows from the title; a post that has it already makes it longer. */
  public String slug() {
    return Slug.of(article.title());
  }
}
