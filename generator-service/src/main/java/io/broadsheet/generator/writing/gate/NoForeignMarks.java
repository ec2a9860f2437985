package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.Node;

/**
 * Nothing in the text is one of the marks that stand for an author's section or, in a translation,
 * for what must be copied: readers would see {@code [[anna]]} as it stands. In code, double
 * brackets are the code's own.
 */
public final class NoForeignMarks implements Gate {

  private static final Pattern AUTHOR = Pattern.compile("\\[\\[[^\\[\\]\\n]{1,100}]]");
  private static final Pattern COPY = Pattern.compile("[⟦⟧]");

  @Override
  public String name() {
    return "marks";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    Matcher copy = COPY.matcher(submission.text());
    if (copy.find()) {
      return Optional.of("the text held the bracket " + copy.group() + "; use others");
    }
    for (Node block : MarkdownTree.textBlocks(MarkdownTree.parse(submission.text()))) {
      Matcher author = AUTHOR.matcher(MarkdownTree.words(block));
      if (author.find()) {
        return Optional.of("the text held the mark " + author.group() + "; leave it out");
      }
    }
    return Optional.empty();
  }
}
