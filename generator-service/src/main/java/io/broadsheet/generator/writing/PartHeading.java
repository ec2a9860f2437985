package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.gate.MarkdownTree;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;

/**
 * The heading of a part of an article: one of the second level, in whatever form CommonMark knows,
 * that stands in no quotation and no list. The one place that says what a part is.
 *
 * @param text its inline Markdown, on one line
 * @param start index of its first character in the body, after any indent
 * @param end index after its last line
 */
record PartHeading(String text, int start, int end) {

  private static final int LEVEL = 2;

  /** The headings of a body's parts, in their order. */
  static List<PartHeading> of(String body) {
    List<PartHeading> headings = new ArrayList<>();
    Node node = MarkdownTree.parse(body).getFirstChild();
    for (; node != null; node = node.getNext()) {
      if (node instanceof Heading heading && heading.getLevel() == LEVEL) {
        headings.add(new PartHeading(text(body, heading), start(heading), end(heading)));
      }
    }
    return headings;
  }

  private static String text(String body, Heading heading) {
    return heading.getFirstChild() == null
        ? ""
        : body.substring(start(heading.getFirstChild()), end(heading.getLastChild()))
            .replaceAll("\\s*\\n\\s*", " ");
  }

  private static int start(Node node) {
    return node.getSourceSpans().get(0).getInputIndex();
  }

  private static int end(Node node) {
    List<SourceSpan> lines = node.getSourceSpans();
    SourceSpan last = lines.get(lines.size() - 1);
    return last.getInputIndex() + last.getLength();
  }
}
