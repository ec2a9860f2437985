package io.broadsheet.generator.writing.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Code;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * CommonMark with GitHub's tables and strikethrough, as a syntax tree with its source positions.
 */
public final class MarkdownTree {

  // Hostile nesting must not exhaust the stack; the press renders no deeper either.
  private static final int MAX_DEPTH = 24;

  private static final Parser PARSER =
      Parser.builder()
          .extensions(List.of(TablesExtension.create(), StrikethroughExtension.create()))
          .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
          .maxOpenBlockParsers(MAX_DEPTH)
          .maxInlineNesting(MAX_DEPTH)
          .build();

  private MarkdownTree() {}

  /** The tree of a text. Any text has one: what is no markup is text. */
  public static Node parse(String text) {
    return PARSER.parse(text);
  }

  /** Every node below a node, in the order of the text. */
  public static List<Node> nodes(Node root) {
    List<Node> nodes = new ArrayList<>();
    for (Node child = root.getFirstChild(); child != null; child = child.getNext()) {
      nodes.add(child);
      nodes.addAll(nodes(child));
    }
    return nodes;
  }

  /** The nodes of one kind, in the order of the text. */
  public static <N extends Node> List<N> nodes(Node root, Class<N> kind) {
    return nodes(root).stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The blocks that hold running text: paragraphs, headings, cells of tables. */
  public static List<Node> textBlocks(Node root) {
    return nodes(root).stream()
        .filter(
            node ->
                node instanceof Paragraph || node instanceof Heading || node instanceof TableCell)
        .toList();
  }

  /** What a reader sees of a block's text, but for code; line breaks are spaces. */
  public static String words(Node block) {
    return words(block, ' ', code -> " ");
  }

  /** What a reader sees of a block's text, code too, line by line as it is written. */
  public static List<String> lines(Node block) {
    return words(block, '\n', Code::getLiteral).lines().map(String::strip).toList();
  }

  private static String words(Node block, char lineBreak, Function<Code, String> ofCode) {
    StringBuilder words = new StringBuilder();
    for (Node node : nodes(block)) {
      if (node instanceof Text text) {
        words.append(text.getLiteral());
      } else if (node instanceof SoftLineBreak || node instanceof HardLineBreak) {
        words.append(lineBreak);
      } else if (node instanceof Code code) {
        words.append(ofCode.apply(code));
      }
    }
    return words.toString();
  }
}
