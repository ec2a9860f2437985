package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.MarkdownTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.Code;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SourceSpan;
import org.commonmark.node.Text;

/** Puts code, addresses, HTML and numbers of one block behind marks. */
final class MaskBlock {

  // A heading takes any line as inline Markdown; a bare "1. Raz" would be a list.
  private static final String AS_INLINE = "# ";
  private static final Pattern ADDRESS =
      Pattern.compile("https?://[^\\s<>)\\]]*[^\\s<>)\\].,;:!?]");
  private static final Pattern BREAK = Pattern.compile(Pattern.quote(Marks.LINE_BREAK));
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\p{L}\\p{N}#&.,:])" + NumberFormats.NUMBER + "(?![\\p{L}\\p{N}])");
  private static final String SIMPLE_TARGET = "[^\\s()<>]+";

  private final Block block;
  private final List<Hidden> hidden = new ArrayList<>();
  private final Map<String, String> originals = new LinkedHashMap<>();

  /** A stretch of the block's text, and what is shown in its place. */
  private record Hidden(int start, int end, String shown) {}

  private MaskBlock(Block block) {
    this.block = block;
  }

  /**
   * Masks a block.
   *
   * @param definitions link reference definitions that it may use
   */
  static MaskedBlock mask(Block block, String definitions, NumberFormats numbers) {
    MaskBlock masking = new MaskBlock(block);
    Node tree = MarkdownTree.parse(AS_INLINE + block.text() + "\n\n" + definitions);
    masking.look(tree.getFirstChild());
    return new MaskedBlock(block, masking.shown(), masking.originals, numbers);
  }

  private void look(Node parent) {
    for (Node node = parent.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Code) {
        hideWhole(node, "c");
      } else if (node instanceof HtmlInline) {
        hideWhole(node, "h");
      } else if (node instanceof Link link) {
        hideTarget(link, link.getDestination());
      } else if (node instanceof Image image) {
        hideTarget(image, image.getDestination());
      } else if (node instanceof Text) {
        hideWithin(start(node), end(node));
      } else {
        look(node);
      }
    }
  }

  private void hideWhole(Node node, String letter) {
    hide(start(node), end(node), letter);
  }

  private void hideTarget(Node link, String target) {
    if (block.text().startsWith("<", start(link))) {
      hideWhole(link, "u");
      return;
    }
    look(link);
    int afterText =
        link.getLastChild() == null
            ? block.text().indexOf(']', start(link))
            : end(link.getLastChild());
    String original = target.matches(SIMPLE_TARGET) ? target : "<" + target + ">";
    hidden.add(new Hidden(afterText, end(link), "](" + mark("u", original) + ")"));
  }

  private void hideWithin(int start, int end) {
    String text = block.text();
    List<Hidden> found = new ArrayList<>();
    Matcher lineBreak = BREAK.matcher(text).region(start, end);
    while (lineBreak.find()) {
      originals.put("br", "\\\n");
      found.add(new Hidden(lineBreak.start(), lineBreak.end(), Marks.LINE_BREAK));
    }
    Matcher address = ADDRESS.matcher(text).region(start, end);
    while (address.find()) {
      found.add(new Hidden(address.start(), address.end(), mark("u", address.group())));
    }
    Matcher number = NUMBER.matcher(text).region(start, end).useTransparentBounds(true);
    while (number.find()) {
      int at = number.start();
      if (found.stream().noneMatch(one -> at >= one.start() && at < one.end())) {
        found.add(new Hidden(at, number.end(), Marks.of(number.group())));
      }
    }
    hidden.addAll(found);
  }

  private void hide(int start, int end, String letter) {
    hidden.add(new Hidden(start, end, mark(letter, block.text().substring(start, end))));
  }

  private String mark(String letter, String original) {
    String content = letter + (originals.size() + 1);
    originals.put(content, original);
    return Marks.of(content);
  }

  private String shown() {
    hidden.sort(Comparator.comparingInt(Hidden::start));
    StringBuilder shown = new StringBuilder();
    int done = 0;
    for (Hidden one : hidden) {
      shown.append(block.text(), done, one.start()).append(one.shown());
      done = one.end();
    }
    return shown.append(block.text().substring(done)).toString();
  }

  private static int start(Node node) {
    return node.getSourceSpans().get(0).getInputIndex() - AS_INLINE.length();
  }

  private static int end(Node node) {
    SourceSpan last = node.getSourceSpans().get(node.getSourceSpans().size() - 1);
    return last.getInputIndex() + last.getLength() - AS_INLINE.length();
  }
}
