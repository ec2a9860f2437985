package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.gate.MarkdownTree;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;

/** Puts a section's headings below the article's own, which are of the second level. */
final class LowerHeadings {

  private static final int HIGHEST = 3;
  private static final Pattern UNDERLINE = Pattern.compile("\\s{0,3}(?:=+|-+)\\s*");

  private LowerHeadings() {}

  /** The Markdown with no heading above the third level, but in quotations and lists. */
  static String of(String markdown) {
    List<String> lines = new ArrayList<>(markdown.strip().lines().toList());
    Node tree = MarkdownTree.parse(String.join("\n", lines));
    for (Node node = tree.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading && heading.getLevel() < HIGHEST) {
        lower(lines, heading.getSourceSpans().stream().map(SourceSpan::getLineIndex).toList());
      }
    }
    return String.join("\n", lines).strip();
  }

  private static void lower(List<String> lines, List<Integer> heading) {
    int first = heading.get(0);
    String line = lines.get(first).strip();
    if (line.startsWith("#")) {
      lines.set(first, line.replaceFirst("^#+", "#".repeat(HIGHEST)));
      return;
    }
    lines.set(first, "#".repeat(HIGHEST) + " " + line);
    // An underlined heading may have several lines; a marked one has one.
    int next = first + 1;
    while (!UNDERLINE.matcher(lines.get(next)).matches()) {
      lines.set(first, lines.get(first) + " " + lines.get(next).strip());
      lines.set(next++, "");
    }
    lines.set(next, "");
  }
}
