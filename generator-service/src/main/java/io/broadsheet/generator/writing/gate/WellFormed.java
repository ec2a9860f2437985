package io.broadsheet.generator.writing.gate;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.Block;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SourceSpan;

/**
 * The Markdown says what its author meant: fences closed, tables even, links and emphasis whole, no
 * headings without text, no blocks of HTML.
 */
public final class WellFormed implements Gate {

  private static final Pattern BROKEN_LINK =
      Pattern.compile("\\]\\([^)]{0,80}|\\]\\s+\\((?:https?:|www\\.)[^)]{0,80}");
  private static final Pattern STRAY_EMPHASIS = Pattern.compile("\\*\\*.{0,40}");
  private static final Pattern DELIMITER_ROW =
      Pattern.compile("(?m)^\\s*\\|?\\s*:?-{2,}:?\\s*(?:\\|\\s*:?-{2,}:?\\s*)+\\|?\\s*$");
  private static final Pattern NO_BORDER =
      Pattern.compile("\\\\\\||`[^`\\n]*`|^\\s*\\|?|\\|?\\s*$");

  @Override
  public String name() {
    return "markdown";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String text = submission.text();
    Node tree = MarkdownTree.parse(text);
    return openFence(tree)
        .or(() -> html(tree))
        .or(() -> unevenTable(text, tree))
        .or(() -> brokenInline(tree))
        .or(() -> emptySection(tree));
  }

  private static Optional<String> openFence(Node tree) {
    return MarkdownTree.nodes(tree, FencedCodeBlock.class).stream().anyMatch(WellFormed::isOpen)
        ? Optional.of("a code fence was not closed")
        : Optional.empty();
  }

  private static Optional<String> html(Node tree) {
    return MarkdownTree.nodes(tree, HtmlBlock.class).isEmpty()
        ? Optional.empty()
        : Optional.of("the text held a block of HTML; write Markdown");
  }

  private static boolean isOpen(FencedCodeBlock code) {
    return code.getClosingFenceLength() == null;
  }

  private static Optional<String> unevenTable(String text, Node tree) {
    List<String> lines = text.lines().toList();
    for (TableBlock table : MarkdownTree.nodes(tree, TableBlock.class)) {
      List<SourceSpan> rows = table.getSourceSpans();
      int width = cells(lines.get(rows.get(0).getLineIndex()));
      for (SourceSpan row : rows) {
        String line = lines.get(row.getLineIndex());
        if (cells(line) != width) {
          return Optional.of(
              "a table of " + width + " columns had the row \"" + line.strip() + "\"");
        }
      }
    }
    for (Paragraph paragraph : MarkdownTree.nodes(tree, Paragraph.class)) {
      for (SourceSpan span : paragraph.getSourceSpans()) {
        if (DELIMITER_ROW.matcher(lines.get(span.getLineIndex())).find()) {
          return Optional.of("a table was broken: its head and the line below differ in columns");
        }
      }
    }
    return Optional.empty();
  }

  private static int cells(String row) {
    return (int) NO_BORDER.matcher(row).replaceAll("").chars().filter(c -> c == '|').count() + 1;
  }

  private static Optional<String> brokenInline(Node tree) {
    for (Node block : MarkdownTree.textBlocks(tree)) {
      String words = MarkdownTree.words(block);
      Matcher link = BROKEN_LINK.matcher(words);
      if (link.find()) {
        return Optional.of("a link was broken at \"" + link.group() + "\"");
      }
      Matcher emphasis = STRAY_EMPHASIS.matcher(words);
      if (emphasis.find()) {
        return Optional.of("emphasis was left open at \"" + emphasis.group() + "\"");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> emptySection(Node tree) {
    for (Heading heading : MarkdownTree.nodes(tree, Heading.class)) {
      Node next = heading.getNext();
      boolean followed =
          next instanceof Heading deeper
              ? deeper.getLevel() > heading.getLevel()
              : next instanceof Block;
      if (!followed && heading.getParent() instanceof Document) {
        return Optional.of("the heading \"" + MarkdownTree.words(heading) + "\" had no text");
      }
    }
    return Optional.empty();
  }
}
