package io.broadsheet.generator.translation;

import io.broadsheet.generator.translation.Block.Kind;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.gate.MarkdownTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.Heading;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;

/**
 * An article taken apart into blocks, and put together again. What is no block, such as code, list
 * markers and the frame of a table, is never touched: the structure stays because it is not asked
 * for.
 */
final class ArticleBlocks {

  private static final int OF_THE_HEAD = 3;

  private final Article article;
  private final List<Block> blocks = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();
  private final String definitions;

  /** Where the text of a block of the body stands; the end is exclusive. */
  private record Span(int start, int end) {}

  private ArticleBlocks(Article article) {
    this.article = article;
    add(Kind.TITLE, article.title());
    add(Kind.SUMMARY, article.summary());
    add(Kind.TAGS, String.join(", ", article.tags()));
    Node tree = MarkdownTree.parse(article.body());
    this.definitions =
        MarkdownTree.nodes(tree, LinkReferenceDefinition.class).stream()
            .map(one -> "[" + one.getLabel() + "]: <" + one.getDestination() + ">")
            .collect(Collectors.joining("\n"));
    MarkdownTree.textBlocks(tree).forEach(this::addOfBody);
  }

  /** Takes an article apart. */
  static ArticleBlocks of(Article article) {
    return new ArticleBlocks(article);
  }

  /** Title, summary, tags, then the blocks of the body in their order. */
  List<Block> blocks() {
    return List.copyOf(blocks);
  }

  /** The body's link reference definitions, which a block alone does not show. */
  String definitions() {
    return definitions;
  }

  /**
   * The article with other texts in its blocks.
   *
   * @param texts by id, one for each block
   */
  Article with(Map<Integer, String> texts) {
    StringBuilder body = new StringBuilder();
    int done = 0;
    for (int i = 0; i < spans.size(); i++) {
      Span span = spans.get(i);
      body.append(article.body(), done, span.start());
      body.append(texts.get(OF_THE_HEAD + i + 1));
      done = span.end();
    }
    body.append(article.body().substring(done));
    List<String> tags =
        Arrays.stream(texts.get(OF_THE_HEAD).split(","))
            .map(String::strip)
            .filter(tag -> !tag.isEmpty())
            .distinct()
            .toList();
    return new Article(texts.get(1), texts.get(2), tags, body.toString());
  }

  private void add(Kind kind, String text) {
    blocks.add(new Block(blocks.size() + 1, kind, text));
  }

  private void addOfBody(Node block) {
    if (block.getFirstChild() == null) {
      return;
    }
    List<SourceSpan> first = block.getFirstChild().getSourceSpans();
    List<SourceSpan> last = block.getLastChild().getSourceSpans();
    if (first.isEmpty() || last.isEmpty()) {
      return;
    }
    SourceSpan end = last.get(last.size() - 1);
    Span span = new Span(first.get(0).getInputIndex(), end.getInputIndex() + end.getLength());
    spans.add(span);
    add(kind(block), oneLine(block, span));
  }

  private static Kind kind(Node block) {
    if (block instanceof Heading) {
      return Kind.HEADING;
    }
    return block instanceof TableCell ? Kind.CELL : Kind.PARAGRAPH;
  }

  // A line of a block within a quotation or a list begins with marks that are not the block's own.
  private String oneLine(Node block, Span whole) {
    String body = article.body();
    if (block instanceof TableCell) {
      return body.substring(whole.start(), whole.end());
    }
    StringBuilder text = new StringBuilder();
    for (SourceSpan line : block.getSourceSpans()) {
      int start = Math.max(line.getInputIndex(), whole.start());
      int end = Math.min(line.getInputIndex() + line.getLength(), whole.end());
      if (start >= end) {
        continue;
      }
      String piece = body.substring(start, end);
      boolean isLast = end == whole.end();
      boolean broken = !isLast && (piece.endsWith("\\") || body.startsWith("  ", hardBreak(end)));
      text.append(broken ? piece.replaceFirst("\\\\$", "").stripTrailing() : piece.strip());
      if (!isLast) {
        text.append(broken ? Marks.LINE_BREAK : " ");
      }
    }
    return text.toString();
  }

  // Two spaces before the line's end; they may belong to the span or not.
  private int hardBreak(int end) {
    int lineEnd = article.body().indexOf('\n', end);
    return (lineEnd < 0 ? end : lineEnd) - 2;
  }
}
