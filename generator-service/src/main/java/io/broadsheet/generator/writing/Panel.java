package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.gate.Gates;
import io.broadsheet.generator.writing.gate.WritingGates;
import io.broadsheet.generator.writing.spend.BudgetReached;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jboss.logging.Logger;

/** The writers of an edition at work: a topic from one, a section from each, one article. */
public final class Panel {

  private static final Logger LOG = Logger.getLogger(Panel.class);
  private static final int TITLES_SHOWN = 20;

  private final PanelSettings settings;
  private final EditorialPlan plan;
  private final List<Writer> writers;
  private final Commission commission;
  private final WritingGates gates;
  private final RecentTitles recentTitles;
  private final SectionsStep sectionsStep;

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
    this.commission = commission;
    this.gates = gates;
    this.recentTitles = recentTitles;
    this.sectionsStep = sectionsStep;
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
    Gates topicGates =
        gates.topic(
            prompt,
            language,
            topic -> recentTitles.tooLike(topic, assignment, settings.likeness()));
    return firstGoodAnswer(assignment, inTurn(assignment, writers), prompt, topicGates);
  }

  /**
   * Has every writer write a section, all at the same time, and one of them glue the article; where
   * none glues well it is put together as it stands.
   *
   * @throws WritingFailed if fewer sections than the quorum come in by the deadline
   */
  public Manuscript write(Assignment assignment, String topic) {
    Brief brief = plan.brief(assignment.contentType());
    List<Section> sections =
        sectionsStep.write(assignment, topic, brief, inTurn(assignment, writers), settings);
    List<String> authors = sections.stream().map(Section::writer).toList();
    return new Manuscript(compose(assignment, topic, brief, sections, authors), authors);
  }

  private Article compose(
      Assignment assignment,
      String topic,
      Brief brief,
      List<Section> sections,
      List<String> authors) {
    Prompt prompt = brief.composePrompt(assignment, topic, sections);
    List<Writer> composers =
        inTurn(assignment, writers).stream()
            .filter(writer -> authors.contains(writer.name()))
            .toList();
    try {
      String text =
          firstGoodAnswer(
              assignment, composers, prompt, gates.article(prompt, assignment.language()));
      return ArticleFormat.read(text).orElseThrow();
    } catch (BudgetReached e) {
      throw e;
    } catch (WritingFailed e) {
      LOG.warnf("%s: put together without a composer: %s", assignment.date(), e.getMessage());
      return PlainComposition.of(topic, sections);
    }
  }

  private String firstGoodAnswer(
      Assignment assignment, List<Writer> inOrder, Prompt prompt, Gates asked) {
    Deadline deadline = Deadline.after(settings.deadline());
    StringJoiner failures = new StringJoiner("; ");
    for (Writer writer : inOrder) {
      if (deadline.passed()) {
        break;
      }
      try {
        return commission
            .fulfil(assignment, writer, assignment.language(), prompt, asked, deadline)
            .text();
      } catch (ChatFailure e) {
        failures.add(writer.name() + " " + e.getMessage());
      }
    }
    throw new WritingFailed("no " + prompt.task().wireName() + ": " + failures);
  }

  // Every day another writer goes first; the same one when the same edition is tried again.
  private static List<Writer> inTurn(Assignment assignment, List<Writer> writers) {
    int first = (int) Math.floorMod(assignment.date().toEpochDay(), (long) writers.size());
    List<Writer> order = new ArrayList<>(writers.subList(first, writers.size()));
    order.addAll(writers.subList(0, first));
    return order;
  }
}
