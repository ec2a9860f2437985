package io.broadsheet.publisher.rendering;

import java.util.List;
import org.commonmark.ext.gfm.strikethrough.StrikethroughExtension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
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

  /** The tree of a text. Any text has one: what is no markup is text. */
  public static Node parse(String text) {
    return PARSER.parse(CleanText.of(text));
  }
}
