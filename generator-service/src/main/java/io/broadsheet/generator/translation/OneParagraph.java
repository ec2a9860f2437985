package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.MarkdownTree;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.Optional;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;

/** The block is one paragraph still: no list, no heading, no second paragraph came of it. */
final class OneParagraph implements Gate {

  @Override
  public String name() {
    return "one-paragraph";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    Node first = MarkdownTree.parse(submission.text()).getFirstChild();
    return first instanceof Paragraph && first.getNext() == null
        ? Optional.empty()
        : Optional.of("the block became something else than one paragraph");
  }
}
