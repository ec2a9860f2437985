package io.broadsheet.generator.writing.gate;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.node.Node;

/** The words of a Markdown text: without code, link targets, addresses and HTML. */
public final class Prose {

  private static final Pattern ADDRESS = Pattern.compile("(?:https?://|www\\.)\\S+");
  private static final int LONGEST_QUOTE = 400;
  private static final Pattern QUOTE =
      Pattern.compile(
          "«[^«»\n]{0,%1$d}»|“[^“”\n]{0,%1$d}”|„[^„“”\n]{0,%1$d}[“”]|\"[^\"\n]{0,%1$d}\""
              .formatted(LONGEST_QUOTE));

  private Prose() {}

  /** The words, a line for each block. */
  public static String of(String markdown) {
    return of(MarkdownTree.parse(markdown));
  }

  /** The words of a tree, a line for each block. */
  public static String of(Node tree) {
    return MarkdownTree.textBlocks(tree).stream()
        .map(block -> ADDRESS.matcher(MarkdownTree.words(block)).replaceAll(" "))
        .collect(Collectors.joining("\n"));
  }

  /** The words without what stands in quotation marks: quoted words are not the author's own. */
  public static String unquoted(String markdown) {
    return QUOTE.matcher(of(markdown)).replaceAll(" ");
  }
}
