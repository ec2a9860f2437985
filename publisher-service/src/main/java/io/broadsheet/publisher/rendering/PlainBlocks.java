package io.broadsheet.publisher.rendering;

import io.broadsheet.common.event.PostEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.ThematicBreak;

/** A syntax tree as blocks of plain text. */
final class PlainBlocks extends AbstractVisitor {

  private final List<String> blocks = new ArrayList<>();

  private final Function<Node, String> inline;

  private PlainBlocks(Function<Node, String> inline) {
    this.inline = inline;
  }

  /**
   * The body's blocks; none is blank.
   *
   * @param inline the text of what is within a paragraph, a heading or a cell
   */
  static List<String> of(PostEvent post, Function<Node, String> inline) {
    Node document = Markdown.parse(post.bodyMarkdown());
    RepeatedTitle.remove(document, post.title());
    return within(document, inline);
  }

  private static List<String> within(Node node, Function<Node, String> inline) {
    PlainBlocks plain = new PlainBlocks(inline);
    plain.visitChildren(node);
    return plain.blocks;
  }

  private void add(String block) {
    String text = block.stripTrailing();
    if (!text.isBlank()) {
      blocks.add(text);
    }
  }

  @Override
  public void visit(Paragraph paragraph) {
    add(inline.apply(paragraph).strip());
  }

  @Override
  public void visit(Heading heading) {
    add(inline.apply(heading).strip());
  }

  @Override
  public void visit(BlockQuote quote) {
    add(
        String.join("\n", within(quote, inline))
            .lines()
            .map(line -> "» " + line)
            .collect(Collectors.joining("\n")));
  }

  @Override
  public void visit(BulletList list) {
    items(list, item -> "• ");
  }

  @Override
  public void visit(OrderedList list) {
    Integer start = list.getMarkerStartNumber();
    int first = start == null ? 1 : start;
    items(list, item -> first + item + ". ");
  }

  private void items(Node list, IntFunction<String> marker) {
    List<String> lines = new ArrayList<>();
    int index = 0;
    for (Node item = list.getFirstChild(); item != null; item = item.getNext()) {
      if (item instanceof ListItem) {
        String text = String.join("\n", within(item, inline)).replace("\n", "\n    ");
        String mark = marker.apply(index++);
        if (!text.isBlank()) {
          lines.add(mark + text);
        }
      }
    }
    add(String.join("\n", lines));
  }

  @Override
  public void visit(FencedCodeBlock code) {
    add(code.getLiteral());
  }

  @Override
  public void visit(IndentedCodeBlock code) {
    add(code.getLiteral());
  }

  @Override
  public void visit(HtmlBlock html) {
    add(html.getLiteral());
  }

  @Override
  public void visit(ThematicBreak line) {
    add("* * *");
  }

  @Override
  public void visit(CustomBlock block) {
    if (block instanceof TableBlock table) {
      add(Table.of(table).listed(inline));
    } else {
      visitChildren(block);
    }
  }
}
