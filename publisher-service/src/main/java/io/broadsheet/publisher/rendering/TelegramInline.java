package io.broadsheet.publisher.rendering;

import io.broadsheet.publisher.rendering.Style.Kind;
import io.broadsheet.publisher.rendering.Style.Tag;
import java.util.Locale;
import org.commonmark.ext.gfm.strikethrough.Strikethrough;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;

/** Inline markup as Telegram shows it. */
final class TelegramInline extends AbstractVisitor {

  private static final String MAIL = "mailto:";

  private final StyledText text;
  private Style style;

  private TelegramInline(StyledText text, Style style) {
    this.text = text;
    this.style = style;
  }

  /** Appends what is within a node. */
  static void append(Node node, StyledText text, Style style) {
    new TelegramInline(text, style).visitChildren(node);
  }

  private void within(Tag tag, Node node) {
    Style outer = style;
    style = style.with(tag);
    visitChildren(node);
    style = outer;
  }

  @Override
  public void visit(Text node) {
    text.append(node.getLiteral(), style);
  }

  @Override
  public void visit(Code code) {
    text.append(code.getLiteral(), style.with(Tag.CODE));
  }

  @Override
  public void visit(HtmlInline html) {
    text.append(PlainInline.isLineBreak(html) ? "\n" : html.getLiteral(), style);
  }

  @Override
  public void visit(SoftLineBreak line) {
    text.append(" ", style);
  }

  @Override
  public void visit(HardLineBreak line) {
    text.append("\n", style);
  }

  @Override
  public void visit(Emphasis emphasis) {
    within(Tag.ITALIC, emphasis);
  }

  @Override
  public void visit(StrongEmphasis strong) {
    within(Tag.BOLD, strong);
  }

  @Override
  public void visit(CustomNode node) {
    if (node instanceof Strikethrough) {
      within(Tag.STRUCK, node);
    } else {
      visitChildren(node);
    }
  }

  @Override
  public void visit(Link link) {
    linked(link, link.getDestination());
  }

  @Override
  public void visit(Image image) {
    linked(image, image.getDestination());
  }

  private void linked(Node node, String destination) {
    String target = SafeLink.of(destination).orElse("");
    boolean mail = target.toLowerCase(Locale.ROOT).startsWith(MAIL);
    if (target.isEmpty() || style.has(Kind.LINK)) {
      visitChildren(node);
    } else if (mail) {
      // Telegram drops such links, and makes its own of an address in plain text.
      address(node, target.substring(MAIL.length()));
    } else {
      int start = text.length();
      within(Tag.link(target), node);
      if (text.isBlank(start)) {
        text.append(target, style.with(Tag.link(target)));
      }
    }
  }

  private void address(Node node, String address) {
    int start = text.length();
    visitChildren(node);
    String label = text.visible().substring(start);
    if (!label.contains(address)) {
      text.append(label.isBlank() ? address : " (" + address + ")", style);
    }
  }
}
