package io.broadsheet.generator.writing;

import java.util.List;

/** The line at the end of an article that names those that took part. */
public final class Credits {

  private Credits() {}

  /** The article with its credits, in Russian for {@code ru}, in English for any other language. */
  public static Article added(Article article, String language, List<String> authors) {
    String line =
        language.equals("ru")
            ? "Над выпуском работали языковые модели: "
            : "Written by the language models ";
    return new Article(
        article.title(),
        article.summary(),
        article.tags(),
        article.body() + "\n\n*" + line + String.join(", ", authors) + ".*");
  }
}
