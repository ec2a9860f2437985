package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Frame;
import io.broadsheet.generator.writing.Frame.Part;
import java.util.List;
import java.util.Optional;
import org.commonmark.node.Heading;

/**
 * A composer's {@link Frame} has all that makes it an article: a lead, the sections, then where the
 * authors agree and differ, then a conclusion.
 *
 * @param agreement heading of the last part but one
 * @param conclusion heading of the last part
 */
public record ArticleParts(String agreement, String conclusion) implements Gate {

  private static final Bounds LEAD = new Bounds(60, 2_500);
  private static final Bounds CLOSING = new Bounds(60, 4_000);

  @Override
  public String name() {
    return "article-parts";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    Frame frame = Frame.of(submission.text());
    if (!LEAD.hold(frame.lead())) {
      return Optional.of(
          "the article must begin with a lead of "
              + between(LEAD)
              + " before its first heading; it had "
              + Bounds.length(frame.lead()));
    }
    if (!headings(frame.lead()).isEmpty()) {
      return Optional.of("the lead has no heading; the title stands in the line \"Title:\"");
    }
    if (headings(submission.text()).stream().anyMatch(heading -> heading.getLevel() == 1)) {
      return Optional.of("headings are of the second level, \"## ...\"; the title stands apart");
    }
    int sections = frame.parts().size() - 2;
    if (sections < 1 || !Frame.marks(frame.lead()).isEmpty()) {
      return Optional.of(
          "after the lead come the authors' marks, each alone under a heading \"## ...\", then \"## "
              + agreement
              + "\" and \"## "
              + conclusion
              + "\"");
    }
    return notAMark(frame.parts().subList(0, sections))
        .or(() -> closing(frame.parts().get(sections), agreement))
        .or(() -> closing(frame.parts().get(sections + 1), conclusion));
  }

  private static Optional<String> notAMark(List<Part> sections) {
    return sections.stream()
        .filter(part -> part.author().isEmpty())
        .findFirst()
        .map(
            part ->
                "under the heading \""
                    + part.heading()
                    + "\" there must be an author's mark, such as [[name]], and nothing else");
  }

  private static Optional<String> closing(Part part, String heading) {
    if (!part.isUnder(heading)) {
      return Optional.of(
          "the heading \"## " + heading + "\" was missing; \"" + part.heading() + "\" stood there");
    }
    if (!Frame.marks(part.text()).isEmpty() || !CLOSING.hold(part.text())) {
      return Optional.of(
          "under \"" + heading + "\" there must be " + between(CLOSING) + " of text and no mark");
    }
    return Optional.empty();
  }

  private static List<Heading> headings(String markdown) {
    return MarkdownTree.nodes(MarkdownTree.parse(markdown), Heading.class);
  }

  private static String between(Bounds bounds) {
    return bounds.least() + " to " + bounds.most() + " characters";
  }
}
