package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import org.commonmark.node.LinkReferenceDefinition;

/**
 * A section's links stand in its text. Sections become one article, where a label such as {@code
 * [1]} of one author would lead to another author's address.
 */
public final class InlineLinks implements Gate {

  @Override
  public String name() {
    return "inline-links";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return MarkdownTree.nodes(MarkdownTree.parse(submission.text()), LinkReferenceDefinition.class)
        .stream()
        .findFirst()
        .map(
            link ->
                "the address of ["
                    + link.getLabel()
                    + "] stood apart; write links in the text, [words](address)");
  }
}
