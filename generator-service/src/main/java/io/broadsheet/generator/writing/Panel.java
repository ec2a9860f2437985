package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.gate.Judge;
import io.broadsheet.generator.writing.gate.WritingGates;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The writers of an edition at work: a topic from one, a section from each, one article. */
public final class Panel {

  private static final int TITLES_SHOWN = 60;

  private final PanelSettings settings;
  private final EditorialPlan plan;
  private final List<Writer> writers;
  private final WritingGates gates;
  private final RecentTitles recentTitles;
  private final SectionsStep sectionsStep;
  private final AskInTurn askInTurn;
  private final ComposeStep composeStep;

  /**
   * @param writers one for each of the settings' writers
   */
  public Panel(
      PanelSettings settings,
      EditorialPlan plan,
      List<Writer> writers,
      Commission commission,
      WritingGates gates,
      RecentTitles recentTitles,
      SectionsStep sectionsStep) {
    this.settings = settings;
    this.plan = plan;
    this.writers = List.copyOf(writers);
    this.gates = gates;
    this.recentTitles = recentTitles;
    this.sectionsStep = sectionsStep;
    this.askInTurn = new AskInTurn(commission, settings.deadline());
    this.composeStep = new ComposeStep(askInTurn, settings.composer());
  }

  /**
   * Asks one writer for a topic, and the next one if that fails. A topic too like a recent title is
   * refused, and another asked for.
   *
   * @throws WritingFailed if no writer proposes a usable one
   */
  public String chooseTopic(Assignment assignment) {
    String language = assignment.language();
    Prompt prompt =
        plan.brief(assignment.contentType())
            .topicPrompt(assignment, recentTitles.last(assignment, TITLES_SHOWN));
    Judge topicJudge =
        gates.topic(
            prompt,
            language,
            topic -> recentTitles.tooLike(topic, assignment, settings.likeness()));
    return askInTurn
        .ask(assignment, Turn.of(assignment.date(), writers), writers.size(), prompt, topicJudge)
        .text();
  }

  /**
   * Has every writer write a section, all at the same time, and a composer make one article of
   * them.
   *
   * @throws TopicFailed if too many sections are refused, or every article that comes of them
   * @throws WritingFailed if fewer sections than the quorum come in by the deadline, or no article
   */
  public Manuscript write(Assignment assignment, String topic) {
    Brief brief = plan.brief(assignment.contentType());
    List<Section> sections =
        sectionsStep.write(assignment, topic, brief, Turn.of(assignment.date(), writers), settings);
    Set<String> absent = new HashSet<>(settings.names());
    sections.forEach(section -> absent.remove(section.writer()));
    return composeStep.compose(
        assignment,
        Turn.of(assignment.date(), writers),
        new Composition(assignment, topic, brief, sections, absent, gates));
  }
}
