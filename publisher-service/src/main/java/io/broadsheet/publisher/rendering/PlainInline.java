package io.broadsheet.publisher.rendering;

import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** The visible text of inline markup; links may carry their target behind them. */
final class PlainInline extends AbstractVisitor {

  private static final Pattern LINE_BREAK = Pattern.compile("(?i)<br\\s*/?>");

  private final StringBuilder text = new StringBuilder();
  private final boolean withTargets;

  private PlainInline(boolean withTargets) {
    this.withTargets = withTargets;
  }

  /** The text alone. */
  static String of(Node node) {
    return render(node, false);
  }

  /** The text, with links as {@code text (target)} where the text is not the target itself. */
  static String withTargets(Node node) {
    return render(node, true);
  }

  /**
   * Whether it is {@code <br>}, the one tag that models write for a purpose Markdown has none for.
   */
  static boolean isLineBreak(HtmlInline html) {
    return LINE_BREAK.matcher(html.getLiteral()).matches();
  }

  private static String render(Node node, boolean withTargets) {
    PlainInline plain = new PlainInline(withTargets);
    plain.visitChildren(node);
    return plain.text.toString();
  }

  @Override
  public void visit(Text node) {
    text.append(node.getLiteral());
  }

  @Override
  public void visit(Code code) {
    text.append(code.getLiteral());
  }

  @Override
  public void visit(HtmlInline html) {
    text.append(isLineBreak(html) ? "\n" : html.getLiteral());
  }

  @Override
  public void visit(SoftLineBreak line) {
    text.append(' ');
  }

  @Override
  public void visit(HardLineBreak line) {
    text.append('\n');
  }

  @Override
  public void visit(Link link) {
    labelled(link, link.getDestination());
  }

  @Override
  public void visit(Image image) {
    labelled(image, image.getDestination());
  }

  private void labelled(Node node, String destination) {
    int start = text.length();
    visitChildren(node);
    String label = text.substring(start);
    if (withTargets) {
      SafeLink.of(destination)
          .filter(target -> !target.equals(label) && !target.equals("mailto:" + label))
          .ifPresent(target -> text.append(label.isBlank() ? target : " (" + target + ")"));
    }
  }
}
