package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.gate.MarkdownTree;
import java.util.List;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;

/**
 * Says who wrote what: a line under the heading of each section, and one at the end that names all.
 * They are added to each language after the translation, so that no model can change a name.
 */
public final class Credits {

  private static final int OF_A_SECTION = 2;

  private Credits() {}

  /**
   * The article with its credits, in Russian for {@code ru}, in English for any other language.
   *
   * @param article whose first headings of the second level are those of the authors' sections
   * @param authors in the order of their sections
   */
  public static Article added(Article article, String language, List<String> authors) {
    String line =
        language.equals("ru")
            ? "Над выпуском работали языковые модели: "
            : "Written by the language models ";
    return new Article(
        article.title(),
        article.summary(),
        article.tags(),
        signed(article.body(), language, authors)
            + "\n\n*"
            + line
            + String.join(", ", authors)
            + ".*");
  }

  private static String signed(String body, String language, List<String> authors) {
    StringBuilder signed = new StringBuilder();
    int done = 0;
    int next = 0;
    Node node = MarkdownTree.parse(body).getFirstChild();
    for (; node != null && next < authors.size(); node = node.getNext()) {
      if (node instanceof Heading heading && heading.getLevel() == OF_A_SECTION) {
        List<SourceSpan> lines = heading.getSourceSpans();
        SourceSpan last = lines.get(lines.size() - 1);
        int end = last.getInputIndex() + last.getLength();
        signed.append(body, done, end).append("\n\n").append(byline(language, authors.get(next++)));
        done = end;
      }
    }
    return signed.append(body.substring(done)).toString();
  }

  private static String byline(String language, String author) {
    return "*" + (language.equals("ru") ? "Автор: " : "By ") + author + "*";
  }
}
