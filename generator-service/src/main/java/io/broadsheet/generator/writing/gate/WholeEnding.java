package io.broadsheet.generator.writing.gate;

import java.lang.Character.UnicodeScript;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.ThematicBreak;

/**
 * The text ends as texts end, and does not break off: with the end of a sentence, a closing bracket
 * or quotation mark, a sign, a link, code, words set off, a table, or an item of a list whose other
 * items end alike. Some providers say {@code stop} of a text that their limit cut off.
 */
public final class WholeEnding implements Gate {

  private static final String CLOSERS = "[\\p{Pe}\\p{Pf}\\p{Pi}\"'*_~\\s\\uFE0F\\u200D]*";
  private static final Pattern SENTENCE = Pattern.compile("(?s).*[.!?…‽。！？．｡।॥؟۔։።՞՜]" + CLOSERS);
  private static final Pattern CLOSED = Pattern.compile("(?s).*[\\p{Pe}\\p{Pf}»“”\"'’]\\s*");
  // Emoji, units, arrows and the like.
  private static final Pattern SIGN =
      Pattern.compile(
          "(?s).*[\\p{So}\\p{Sc}\\p{Sk}\\p{No}%‰°©®™\\uFE0F\\x{1F3FB}-\\x{1F3FF}\\x{E007F}]\\s*");
  private static final Pattern ADDRESS = Pattern.compile("(?s).*https?://\\S+\\s*");
  private static final Pattern HANGING =
      Pattern.compile("(?isu).*(?:[,(\\[{«„:—–-]|(?<!\\p{L})(?:т\\. ?е|напр|e\\.g|i\\.e)\\.)\\s*");
  // No sentence punctuation at all, or spaces for it.
  private static final Set<UnicodeScript> WITHOUT_SIGNS =
      Set.of(
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR,
          UnicodeScript.TIBETAN);
  private static final int VERSE = 3;
  private static final int LONGEST_VERSE = 70;
  private static final int SHOWN = 40;

  @Override
  public String name() {
    return "ending";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    Node last = last(MarkdownTree.parse(submission.text()));
    return last == null || isEnd(last)
        ? Optional.empty()
        : Optional.of(
            "the text broke off at \"…" + tail(MarkdownTree.words(last)) + "\"; end it properly");
  }

  private static Node last(Node parent) {
    Node last = parent.getLastChild();
    while (last instanceof ThematicBreak || last instanceof LinkReferenceDefinition) {
      last = last.getPrevious();
    }
    return last;
  }

  private static boolean isEnd(Node block) {
    if (block instanceof FencedCodeBlock
        || block instanceof IndentedCodeBlock
        || block instanceof TableBlock) {
      return true;
    }
    if (block instanceof ListBlock list) {
      return isEndOfList(list);
    }
    if (block instanceof BlockQuote quote) {
      Node end = last(quote);
      return end == null || isEnd(end) || isSource(end);
    }
    return block instanceof Paragraph && (endsSentence(block) || isVerse(block));
  }

  // Items without full stops are good style where all are; one of many is broken off.
  private static boolean isEndOfList(ListBlock list) {
    Node item = list.getLastChild();
    Node end = item == null ? null : last(item);
    if (end == null) {
      return false;
    }
    if (!(end instanceof Paragraph) || endsSentence(end)) {
      return isEnd(end);
    }
    if (HANGING.matcher(MarkdownTree.words(end)).matches()) {
      return false;
    }
    int before = 0;
    int sentences = 0;
    for (Node other = item.getPrevious(); other instanceof ListItem; other = other.getPrevious()) {
      before++;
      Node its = last(other);
      sentences += its instanceof Paragraph && endsSentence(its) ? 1 : 0;
    }
    return before == 0 || 2 * sentences <= before;
  }

  private static boolean endsSentence(Node paragraph) {
    String words = MarkdownTree.words(paragraph).stripTrailing();
    Node node = paragraph.getLastChild();
    if (node instanceof Code || node instanceof Link) {
      return true;
    }
    if (words.isEmpty() || HANGING.matcher(words).matches()) {
      return words.isEmpty();
    }
    return node instanceof StrongEmphasis
        || node instanceof Emphasis
        || SENTENCE.matcher(words).matches()
        || CLOSED.matcher(words).matches() && !opensQuote(words)
        || SIGN.matcher(words).matches()
        || ADDRESS.matcher(words).matches()
        || WITHOUT_SIGNS.contains(UnicodeScript.of(words.codePointBefore(words.length())));
  }

  private static boolean opensQuote(String words) {
    return words.endsWith("\"") && words.chars().filter(c -> c == '"').count() % 2 == 1;
  }

  // Who said it, under a quotation.
  private static boolean isSource(Node end) {
    List<String> lines = end instanceof Paragraph ? MarkdownTree.lines(end) : List.of();
    return !lines.isEmpty() && lines.get(lines.size() - 1).matches("[-—–―].*");
  }

  private static boolean isVerse(Node paragraph) {
    List<String> lines = MarkdownTree.lines(paragraph);
    return lines.size() >= VERSE
        && lines.stream().allMatch(line -> line.length() <= LONGEST_VERSE)
        && 2 * lines.stream().filter(line -> SENTENCE.matcher(line).matches()).count()
            < lines.size();
  }

  private static String tail(String words) {
    String text = words.strip();
    return text.substring(Math.max(0, text.length() - SHOWN));
  }
}
