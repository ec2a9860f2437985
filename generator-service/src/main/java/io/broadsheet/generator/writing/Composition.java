package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.gate.ArticleParts;
import io.broadsheet.generator.writing.gate.Attributions;
import io.broadsheet.generator.writing.gate.Gates;
import io.broadsheet.generator.writing.gate.Judge;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import io.broadsheet.generator.writing.gate.WritingGates;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The sections of an edition that are to become one article. It judges a composer's {@link Frame}
 * first for itself, then the article that it makes of the sections.
 */
public final class Composition implements Judge {

  private final String topic;
  private final Brief brief;
  private final List<Section> sections;
  private final WritingGates gates;
  private final Gates frameGates;
  private final Gates articleGates;
  private final Prompt prompt;

  /**
   * @param assignment of the edition
   * @param topic of the edition
   * @param sections that came in, at least one
   * @param absent names of the panel's writers that are no authors of sections
   */
  public Composition(
      Assignment assignment,
      String topic,
      Brief brief,
      List<Section> sections,
      Set<String> absent,
      WritingGates gates) {
    this.topic = topic;
    this.brief = brief;
    this.sections = List.copyOf(sections);
    this.gates = gates;
    this.prompt = brief.composePrompt(assignment, topic, sections);
    this.frameGates =
        gates.frame(
            prompt,
            assignment.language(),
            new ArticleParts(brief.agreement(), brief.conclusion()),
            new Attributions(authors(), absent, brief.agreement()));
    Set<String> panel = new HashSet<>(authors());
    panel.addAll(absent);
    this.articleGates = gates.article(prompt, assignment.language(), panel);
  }

  /** Who wrote the sections, in the order of the brief. */
  public List<String> authors() {
    return sections.stream().map(Section::writer).toList();
  }

  /** The question for the frame. */
  public Prompt prompt() {
    return prompt;
  }

  /** Lets a frame pass, unchanged, of which a good article can be made. */
  @Override
  public Verdict judge(Answer answer) {
    Verdict verdict = frameGates.judge(answer);
    if (verdict instanceof Verdict.Passed passed
        && whole(made(passed.submission()).article()) instanceof Verdict.Refused refused) {
      return refused;
    }
    return verdict;
  }

  /** The article of a frame that has passed. */
  public Manuscript made(Submission submission) {
    Article head = ArticleFormat.read(submission.text()).orElseThrow();
    Frame frame = Frame.of(head.body());
    return new Manuscript(
        new Article(head.title(), head.summary(), head.tags(), frame.filled(sections)),
        frame.bylines());
  }

  /**
   * The article without any composer.
   *
   * @throws TopicFailed if it is not good as it stands; names the gate
   */
  public Manuscript plain() {
    Manuscript plain = PlainComposition.of(topic, brief, sections, gates.settings());
    if (whole(plain.article()) instanceof Verdict.Refused refused) {
      throw new TopicFailed("no article: put together as it stands, gate " + refused);
    }
    return plain;
  }

  private Verdict whole(Article article) {
    return articleGates.judge(Submission.whole(ArticleFormat.write(article)));
  }
}
