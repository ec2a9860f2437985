package io.broadsheet.publisher.rendering;

import java.util.List;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/** CommonMark with GitHub's tables and strikethrough, as one syntax tree. */
public final class Markdown {

  // Renderers descend by recursion: hostile nesting must not exhaust the stack.
  private static final int MAX_BLOCK_DEPTH = 24;
  private static final int MAX_INLINE_DEPTH = 24;

  private static final Parser PARSER =
      Parser.builder()
          .extensions(List.of(TablesExtension.create(), StrikethroughExtension.create()))
          .maxOpenBlockParsers(MAX_BLOCK_DEPTH)
          .maxInlineNesting(MAX_INLINE_DEPTH)
          .build();

  private Markdown() {}

  /**
   * The tree of a text. Any text has one: what is no markup is text. Of HTML only whole comments
   * are taken out, which no reader of a page sees.
   */
  public static Node parse(String text) {
    Node document = PARSER.parse(CleanText.of(text));
    document.accept(new DecodedEntities());
    document.accept(new WithoutComments());
    return document;
  }

  /** One without its end stays: as a comment it would hide all that follows. */
  private static final class WithoutComments extends AbstractVisitor {

    private static final Pattern COMMENT = Pattern.compile("(?s)<!--(?:-?>|.*?-->)");

    @Override
    public void visit(HtmlBlock html) {
      String shown = COMMENT.matcher(html.getLiteral()).replaceAll("").strip();
      if (shown.isEmpty()) {
        html.unlink();
      } else {
        html.setLiteral(shown);
      }
    }

    @Override
    public void visit(HtmlInline html) {
      if (COMMENT.matcher(html.getLiteral()).matches()) {
        html.unlink();
      }
    }
  }

  /** Entities such as {@code &#x202E;} bring back what was taken out of the source. */
  private static final class DecodedEntities extends AbstractVisitor {

    @Override
    public void visit(Text text) {
      text.setLiteral(CleanText.of(text.getLiteral()));
    }
  }
}
