package io.broadsheet.generator.writing;

import java.util.List;

/**
 * Says who wrote what: a line under the heading of each section, and one at the end that names all.
 * They are added to each language after the translation, so that no model can change a name.
 */
public final class Credits {

  private Credits() {}

  /**
   * The article with its credits, in Russian for {@code ru}, in English for any other language.
   *
   * @param bylines of the parts that are sections, in their order
   * @throws WritingFailed if the article has no such part
   */
  public static Article added(Article article, String language, List<Byline> bylines) {
    String line =
        language.equals("ru")
            ? "Над выпуском работали языковые модели: "
            : "Written by the language models ";
    return new Article(
        article.title(),
        article.summary(),
        article.tags(),
        signed(article.body(), language, bylines)
            + "\n\n*"
            + line
            + String.join(", ", bylines.stream().map(Byline::author).toList())
            + ".*");
  }

  private static String signed(String body, String language, List<Byline> bylines) {
    List<PartHeading> headings = PartHeading.of(body);
    StringBuilder signed = new StringBuilder();
    int done = 0;
    for (Byline byline : bylines) {
      if (byline.part() >= headings.size()) {
        throw new WritingFailed(
            "the article has " + headings.size() + " parts; none is left for " + byline.author());
      }
      int end = headings.get(byline.part()).end();
      signed.append(body, done, end).append("\n\n").append(line(language, byline.author()));
      done = end;
    }
    return signed.append(body.substring(done)).toString();
  }

  private static String line(String language, String author) {
    return "*" + (language.equals("ru") ? "Автор: " : "By ") + author + "*";
  }
}
