package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Posts;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

/** What holds of any Markdown. The seeds are fixed, and a failure prints its seed and its text. */
class RenderingPropertiesTest {

  @Provide
  Arbitrary<String> documents() {
    return MarkdownTexts.documents();
  }

  @Provide
  Arbitrary<String> lines() {
    return MarkdownTexts.lines();
  }

  @Property(
      tries = 120,
      seed = "20261201",
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.BOUNDED)
  @Case("T2")
  void everyFormIsAcceptedAndWithinLimits(
      @ForAll("documents") String body, @ForAll("lines") String line) {
    String title = CleanText.line(line).isEmpty() ? "Заголовок" : line;

    Forms.check(Posts.post("one", title, line, body, List.of(line, "java")));
  }

  @Property(
      tries = 60,
      seed = "20261202",
      edgeCases = EdgeCasesMode.NONE,
      shrinking = ShrinkingMode.BOUNDED)
  @Case("T3")
  void everyWordOfTheTreeIsShown(@ForAll("documents") String body) {
    PostEvent post = Posts.post("one", "Заголовок", "Суть.", body);
    Words words = new Words();
    Node document = Markdown.parse(body);
    RepeatedTitle.remove(document, post.title());
    document.accept(words);

    assertThat(Forms.squeezed(Forms.whole(post))).satisfies(shown -> assertHolds(shown, words));
  }

  private static void assertHolds(String shown, Words words) {
    int at = 0;
    for (int c : Forms.squeezed(words.text.toString()).codePoints().toArray()) {
      at = shown.indexOf(Character.toString(c), at);
      assertThat(at).as("%s in order, in%n%s", words.text, shown).isNotNegative();
      at += Character.charCount(c);
    }
  }

  /** The literals of a tree; tables, whose headings are repeated or moved, are left out. */
  private static final class Words extends AbstractVisitor {

    private final StringBuilder text = new StringBuilder();

    @Override
    public void visit(Text node) {
      text.append(node.getLiteral());
    }

    @Override
    public void visit(Code node) {
      text.append(node.getLiteral());
    }

    @Override
    public void visit(FencedCodeBlock node) {
      text.append(node.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock node) {
      text.append(node.getLiteral());
    }

    @Override
    public void visit(HtmlBlock node) {
      text.append(node.getLiteral());
    }

    @Override
    public void visit(CustomBlock node) {
      if (!(node instanceof TableBlock)) {
        visitChildren(node);
      }
    }
  }
}
