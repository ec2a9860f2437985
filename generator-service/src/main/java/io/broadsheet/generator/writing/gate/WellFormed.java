package io.broadsheet.generator.writing.gate;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.Block;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SourceSpan;

/**
 * The Markdown says what its author meant: fences closed, tables even, links and emphasis whole, no
 * headings without text. And it says it in Markdown that every channel shows: no HTML, no notes at
 * the foot, no formulas of TeX.
 */
public final class WellFormed implements Gate {

  private static final Pattern BROKEN_LINK =
      Pattern.compile(
          "\\]\\([^)]{0,80}|\\]\\s+\\((?:https?:|www\\.)[^)]{0,80}"
              + "|\\[[^\\[\\]\\n]{3,80}\\]\\[[^\\[\\]\\n]{0,40}\\]");
  // Between letters or figures it is a power, as in 2**3.
  private static final Pattern STRAY_EMPHASIS =
      Pattern.compile(
          "\\*\\*(?<![\\p{L}\\p{N})]\\*\\*(?=[\\p{L}\\p{N}(-]))(?<!\\p{N} \\*\\*(?= \\p{N})).{0,40}");
  private static final Pattern NOTE =
      Pattern.compile("\\[\\^[^\\]\\s]{1,30}\\]|【[^】]{0,40}】|:?contentReference|oaicite:?\\d");
  // As answers of search engines have them, right behind a word; one may be an index.
  private static final Pattern NUMBERED =
      Pattern.compile("(?<=\\p{L}{2}[.,»”\")]?)(?:\\[\\d{1,2}\\])+");
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\n(?=\\\\n|\\p{Lu}|\\s|[-*#\\d]|$)|\\\\u[0-9a-fA-F]{4}|&(?:amp|quot|nbsp|lt|gt|#\\d{2,5});");
  private static final Pattern FORMULA =
      Pattern.compile(
          "\\\\(?:frac|sqrt|text|mathrm|mathbf|begin)\\s*\\{.{0,30}"
              + "|\\\\(?:cdot|times|approx|alpha|beta|gamma|Delta|lambda|infty|leq|geq|rightarrow)"
              + "(?![a-zA-Z]).{0,30}|\\$\\$[^$]{1,200}\\$\\$");
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
    return Stream.concat(
            MarkdownTree.nodes(tree, HtmlBlock.class).stream().map(HtmlBlock::getLiteral),
            MarkdownTree.nodes(tree, HtmlInline.class).stream().map(HtmlInline::getLiteral))
        .findFirst()
        .map(
            html ->
                "the text held HTML, \""
                    + beginning(html)
                    + "\"; write Markdown, and in backticks what is code");
  }

  private static String beginning(String html) {
    String line = html.strip().lines().findFirst().orElse("");
    return line.length() <= 40 ? line : line.substring(0, 40) + "…";
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
      Matcher note = NOTE.matcher(words);
      if (note.find()
          || (note = NUMBERED.matcher(words)).results().count() > 1 && note.reset().find()) {
        return Optional.of(
            "\""
                + note.group()
                + "\" points to a note that readers do not see; say it in the text");
      }
      Matcher escape = ESCAPE.matcher(words);
      if (escape.find()) {
        return Optional.of(
            "\"" + escape.group() + "\" would be shown as it stands; write the sign itself");
      }
      Matcher formula = FORMULA.matcher(words);
      if (formula.find()) {
        return Optional.of(
            "the formula \""
                + formula.group().strip()
                + "\" would be shown as it stands; use words");
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
