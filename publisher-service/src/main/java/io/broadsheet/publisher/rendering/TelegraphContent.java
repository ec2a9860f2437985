package io.broadsheet.publisher.rendering;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import java.util.List;
import java.util.function.Consumer;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;

/**
 * A syntax tree as Telegraph's nodes. Only the API's own tags are written; what has none is mapped:
 * headings to two ranks, tables to aligned text, HTML to the text it is.
 */
final class TelegraphContent extends AbstractVisitor {

  /** Padding a wider one would cost more of the page's bytes than its text. */
  private static final int MAX_TABLE_WIDTH = 160;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ArrayNode siblings;

  private TelegraphContent(ArrayNode siblings) {
    this.siblings = siblings;
  }

  /** The post's body, whole. */
  static ArrayNode of(PostEvent post) {
    ArrayNode content = JSON.arrayNode();
    Node document = Markdown.parse(post.bodyMarkdown());
    RepeatedTitle.remove(document, post.title());
    document.accept(new TelegraphContent(content));
    return content;
  }

  /** An element with one text in it. */
  static ObjectNode element(String tag, String text) {
    ObjectNode element = JSON.objectNode().put("tag", tag);
    element.putArray("children").add(text);
    return element;
  }

  /** A link. */
  static ObjectNode link(String target, String text) {
    ObjectNode link = element("a", text);
    link.putObject("attrs").put("href", target);
    return link;
  }

  private void element(String tag, Node node) {
    within(JSON.objectNode().put("tag", tag), children -> visitChildren(node));
  }

  private void within(ObjectNode element, Consumer<ArrayNode> fill) {
    ArrayNode outer = siblings;
    siblings = JSON.arrayNode();
    fill.accept(siblings);
    if (!siblings.isEmpty()) {
      element.set("children", siblings);
      outer.add(element);
    }
    siblings = outer;
  }

  private void add(String text) {
    if (!text.isEmpty()) {
      siblings.add(text);
    }
  }

  private void lineBreak() {
    siblings.addObject().put("tag", "br");
  }

  @Override
  public void visit(Paragraph paragraph) {
    // Telegraph's own editor puts text, not paragraphs, into quotes and items.
    if (paragraph.getParent() instanceof BlockQuote || paragraph.getParent() instanceof ListItem) {
      if (paragraph.getPrevious() instanceof Paragraph) {
        lineBreak();
      }
      visitChildren(paragraph);
    } else {
      element("p", paragraph);
    }
  }

  @Override
  public void visit(Heading heading) {
    element(heading.getLevel() <= 2 ? "h3" : "h4", heading);
  }

  @Override
  public void visit(BlockQuote quote) {
    element("blockquote", quote);
  }

  @Override
  public void visit(BulletList list) {
    element("ul", list);
  }

  @Override
  public void visit(OrderedList list) {
    element("ol", list);
  }

  @Override
  public void visit(ListItem item) {
    element("li", item);
  }

  @Override
  public void visit(FencedCodeBlock code) {
    preformatted(code.getLiteral());
  }

  @Override
  public void visit(IndentedCodeBlock code) {
    preformatted(code.getLiteral());
  }

  @Override
  public void visit(HtmlBlock html) {
    siblings.add(element("p", html.getLiteral().strip()));
  }

  @Override
  public void visit(CustomBlock block) {
    if (block instanceof TableBlock table) {
      visit(Table.of(table));
    } else {
      visitChildren(block);
    }
  }

  private void visit(Table table) {
    if (!table.hasLinks() && table.width() <= MAX_TABLE_WIDTH) {
      preformatted(table.aligned());
      return;
    }
    within(
        JSON.objectNode().put("tag", "ul"),
        rows ->
            table
                .lines()
                .forEach(
                    row -> within(JSON.objectNode().put("tag", "li"), cells -> visit(table, row))));
  }

  private void visit(Table table, List<TableCell> row) {
    for (int column = 0; column < row.size(); column++) {
      add((column == 0 ? "" : "; ") + (row == table.headings() ? "" : table.label(column)));
      visitChildren(row.get(column));
    }
  }

  private void preformatted(String text) {
    if (!text.isBlank()) {
      siblings.add(element("pre", text.stripTrailing()));
    }
  }

  @Override
  public void visit(ThematicBreak line) {
    siblings.addObject().put("tag", "hr");
  }

  @Override
  public void visit(Text text) {
    add(text.getLiteral());
  }

  @Override
  public void visit(SoftLineBreak line) {
    siblings.add("\n");
  }

  @Override
  public void visit(HardLineBreak line) {
    lineBreak();
  }

  @Override
  public void visit(Code code) {
    siblings.add(element("code", code.getLiteral()));
  }

  @Override
  public void visit(HtmlInline html) {
    if (PlainInline.isLineBreak(html)) {
      lineBreak();
    } else {
      add(html.getLiteral());
    }
  }

  @Override
  public void visit(Emphasis emphasis) {
    element("em", emphasis);
  }

  @Override
  public void visit(StrongEmphasis strong) {
    element("strong", strong);
  }

  @Override
  public void visit(CustomNode node) {
    if (node instanceof Strikethrough) {
      element("s", node);
    } else {
      visitChildren(node);
    }
  }

  @Override
  public void visit(Link link) {
    SafeLink.of(link.getDestination())
        .ifPresentOrElse(
            target -> {
              ObjectNode element = JSON.objectNode().put("tag", "a");
              element.putObject("attrs").put("href", target);
              within(element, children -> visitChildren(link));
            },
            () -> visitChildren(link));
  }

  @Override
  public void visit(Image image) {
    String text = PlainInline.of(image);
    // An image is somebody else's server; a link leaves it to the reader whether to ask it.
    SafeLink.of(image.getDestination())
        .ifPresentOrElse(
            target -> siblings.add(link(target, text.isBlank() ? target : text)), () -> add(text));
  }
}
