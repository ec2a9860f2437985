package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.MarkdownTree;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;

/**
 * What of a Markdown text must be the same in its translation.
 *
 * @param headings their levels, in order
 * @param links the targets of links and images, and bare addresses, in order
 * @param code every code block and code span, in order
 * @param structure lists, their items, tables, rows, cells, quotations and paragraphs, in order
 */
record Outline(
    List<Integer> headings, List<String> links, List<String> code, List<String> structure) {

  private static final Pattern ADDRESS =
      Pattern.compile("https?://[^\\s<>)\\]]*[^\\s<>)\\].,;:!?]");

  /** The outline of a text. */
  static Outline of(String markdown) {
    Outline outline =
        new Outline(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Node tree = MarkdownTree.parse(markdown);
    MarkdownTree.nodes(tree).forEach(outline::add);
    for (Node block : MarkdownTree.textBlocks(tree)) {
      ADDRESS
          .matcher(MarkdownTree.words(block))
          .results()
          .filter(found -> !outline.links.contains(found.group()))
          .forEach(found -> outline.links.add(found.group()));
    }
    return outline;
  }

  private void add(Node node) {
    if (node instanceof Heading heading) {
      headings.add(heading.getLevel());
    } else if (node instanceof Link link) {
      links.add(link.getDestination());
    } else if (node instanceof Image image) {
      links.add(image.getDestination());
    } else if (node instanceof Code span) {
      code.add(span.getLiteral());
    } else if (node instanceof FencedCodeBlock block) {
      code.add(block.getLiteral());
    } else if (node instanceof IndentedCodeBlock block) {
      code.add(block.getLiteral());
    } else {
      String name = name(node);
      if (name != null) {
        structure.add(name);
      }
    }
  }

  private static String name(Node node) {
    if (node instanceof BulletList) {
      return "list";
    } else if (node instanceof OrderedList) {
      return "numbered list";
    } else if (node instanceof ListItem) {
      return "list item";
    } else if (node instanceof TableBlock) {
      return "table";
    } else if (node instanceof TableRow) {
      return "table row";
    } else if (node instanceof TableCell) {
      return "table cell";
    } else if (node instanceof BlockQuote) {
      return "quotation";
    }
    return node instanceof Paragraph ? "paragraph" : null;
  }
}
