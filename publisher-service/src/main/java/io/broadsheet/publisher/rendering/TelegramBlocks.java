package io.broadsheet.publisher.rendering;

import io.broadsheet.publisher.rendering.Style.Kind;
import io.broadsheet.publisher.rendering.Style.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
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

/**
 * A syntax tree as Telegram's blocks. What Telegram has no tag for is mapped: headings to bold,
 * lists to marked lines, narrow tables to aligned text and others to lists, HTML to the text it is.
 */
final class TelegramBlocks extends AbstractVisitor {

  /** More would leave no room for text on a telephone. */
  private static final int MAX_INDENTS = 6;

  /** What a telephone shows of fixed-width text without a break is about half of this. */
  private static final int MAX_TABLE_WIDTH = 64;

  private static final String INDENT = "    ";
  private static final String LANGUAGE = "[\\p{L}\\p{N}+#._-]{1,40}";

  private final List<TelegramBlock> blocks = new ArrayList<>();
  private Style style = Style.NONE;
  private String innerQuotes = "";
  private String marker = "";
  private int lists;
  private boolean opensList;
  private boolean opensQuote;

  private TelegramBlocks() {}

  /** The body's blocks; none is blank. */
  static List<TelegramBlock> of(Node document) {
    TelegramBlocks telegram = new TelegramBlocks();
    telegram.visitChildren(document);
    return telegram.blocks;
  }

  private void add(TelegramBlock.Kind kind, StyledText text) {
    boolean tight = lists > 0 && !opensList;
    Style between = opensQuote ? Style.NONE : style;
    StyledText gap = new StyledText().append(tight ? "\n" : "\n\n", between);
    blocks.add(new TelegramBlock(kind, text, gap));
    opensList = false;
    opensQuote = false;
    marker = "";
  }

  private void prose(TelegramBlock.Kind kind, Style written, Node node) {
    StyledText text = new StyledText();
    TelegramInline.append(node, text, written);
    prose(kind, text);
  }

  private void prose(TelegramBlock.Kind kind, StyledText text) {
    if (!text.isBlank()) {
      String lead = (marker.isEmpty() ? indent(lists) : marker) + innerQuotes;
      add(kind, new StyledText().append(lead, style).append(text));
    }
  }

  private void preformatted(String language, String literal) {
    String code = literal.stripTrailing();
    if (code.isBlank()) {
      return;
    }
    if (!marker.isEmpty()) {
      add(TelegramBlock.Kind.PROSE, new StyledText().append(marker.stripTrailing(), style));
    }
    add(
        TelegramBlock.Kind.CODE,
        new StyledText().append(code, style.with(Tag.preformatted(language))));
  }

  private static String indent(int depth) {
    return INDENT.repeat(Math.min(Math.max(depth, 0), MAX_INDENTS));
  }

  @Override
  public void visit(Paragraph paragraph) {
    prose(TelegramBlock.Kind.PROSE, style, paragraph);
  }

  @Override
  public void visit(Heading heading) {
    prose(TelegramBlock.Kind.HEADING, style.with(Tag.BOLD), heading);
  }

  @Override
  public void visit(HtmlBlock html) {
    prose(TelegramBlock.Kind.PROSE, new StyledText().append(html.getLiteral().strip(), style));
  }

  @Override
  public void visit(ThematicBreak line) {
    prose(TelegramBlock.Kind.PROSE, new StyledText().append("* * *", style));
  }

  @Override
  public void visit(FencedCodeBlock code) {
    String info = code.getInfo() == null ? "" : code.getInfo().strip();
    String language = info.split("\\s", 2)[0];
    preformatted(language.matches(LANGUAGE) ? language : "", code.getLiteral());
  }

  @Override
  public void visit(IndentedCodeBlock code) {
    preformatted("", code.getLiteral());
  }

  @Override
  public void visit(BlockQuote quote) {
    if (style.has(Kind.QUOTE)) {
      String outer = innerQuotes;
      innerQuotes += "» ";
      visitChildren(quote);
      innerQuotes = outer;
      return;
    }
    Style outer = style;
    style = style.with(Tag.QUOTE);
    opensQuote = true;
    visitChildren(quote);
    opensQuote = false;
    style = outer;
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

  private void items(Node list, IntFunction<String> mark) {
    String outer = marker;
    opensList |= lists == 0;
    lists++;
    int index = 0;
    for (Node item = list.getFirstChild(); item != null; item = item.getNext()) {
      if (item instanceof ListItem) {
        // An item that begins with a list shows both marks, as Markdown writes it.
        marker = (index == 0 && !outer.isEmpty() ? outer : indent(lists - 1)) + mark.apply(index++);
        visitChildren(item);
        marker = "";
      }
    }
    lists--;
    opensList &= lists > 0;
  }

  @Override
  public void visit(CustomBlock block) {
    if (block instanceof TableBlock found) {
      Table table = Table.of(found);
      if (!table.hasLinks() && table.width() <= MAX_TABLE_WIDTH) {
        preformatted("", table.aligned());
      } else {
        rows(table);
      }
    } else {
      visitChildren(block);
    }
  }

  private void rows(Table table) {
    opensList |= lists == 0;
    lists++;
    for (List<TableCell> row : table.lines()) {
      StyledText text = new StyledText();
      for (int column = 0; column < row.size(); column++) {
        StyledText cell = new StyledText();
        TelegramInline.append(row.get(column), cell, style);
        if (!cell.isBlank()) {
          String label = table.rows().isEmpty() ? "" : table.label(column);
          text.append((text.length() == 0 ? "" : "; ") + label, style).append(cell);
        }
      }
      marker = (marker.isEmpty() ? indent(lists - 1) : marker) + "• ";
      prose(TelegramBlock.Kind.PROSE, text);
      marker = "";
    }
    lists--;
    opensList &= lists > 0;
  }
}
