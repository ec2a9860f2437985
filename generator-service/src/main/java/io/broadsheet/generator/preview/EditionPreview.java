package io.broadsheet.generator.preview;

import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.Assignment;
import io.broadsheet.generator.writing.Brief;
import io.broadsheet.generator.writing.Composition;
import io.broadsheet.generator.writing.EditorialPlan;
import io.broadsheet.generator.writing.LeaveOutRepeats;
import io.broadsheet.generator.writing.Manuscript;
import io.broadsheet.generator.writing.PanelSettings;
import io.broadsheet.generator.writing.Prompt;
import io.broadsheet.generator.writing.RecentTitles;
import io.broadsheet.generator.writing.Section;
import io.broadsheet.generator.writing.Task;
import io.broadsheet.generator.writing.Turn;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import io.broadsheet.generator.writing.gate.WritingGates;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The prompts of one edition, and its article, from what is kept. Asks nobody, writes nothing. */
final class EditionPreview {

  private static final int TITLES_SHOWN = 60;

  private final Sources sources;
  private final Assignment assignment;
  private final Brief brief;
  private final Optional<String> topic;
  private final List<String> writers;
  private final Consumer<String> notes;

  /** Where everything comes from. */
  record Sources(
      EditorialPlan plan,
      PanelSettings panel,
      WritingGates gates,
      RecentTitles recentTitles,
      StoredDrafts drafts,
      String language) {}

  /**
   * @param topic instead of the edition's
   * @param notes takes what a person should know besides
   */
  EditionPreview(Sources sources, LocalDate date, Optional<String> topic, Consumer<String> notes) {
    this.sources = sources;
    Optional<StoredDrafts.Edition> edition = sources.drafts().edition(date);
    String contentType =
        edition
            .map(StoredDrafts.Edition::contentType)
            .orElseGet(() -> sources.plan().contentType(date.getDayOfWeek()));
    this.assignment = new Assignment(date, contentType, sources.language(), () -> {});
    this.brief = sources.plan().brief(contentType);
    this.topic = topic.or(() -> edition.map(StoredDrafts.Edition::topic));
    this.writers = Turn.of(date, sources.panel().names());
    this.notes = notes;
  }

  /**
   * The question of a step.
   *
   * @param writer who would be asked for a section; null: the first in turn
   * @throws NothingToShow if the topic or the sections it needs are not there
   */
  Prompt prompt(Task step, String writer) {
    return switch (step) {
      case TOPIC ->
          brief.topicPrompt(assignment, sources.recentTitles().last(assignment, TITLES_SHOWN));
      case SECTION ->
          brief.sectionPrompt(
              assignment, topic(), brief.section(Math.max(0, writers.indexOf(writer))));
      case COMPOSE -> composition().prompt();
      case TRANSLATE -> throw new IllegalArgumentException("translations have no such prompt");
    };
  }

  /**
   * The article as it would be made of the kept drafts.
   *
   * @throws NothingToShow if there are no sections
   * @throws io.broadsheet.generator.writing.WritingFailed if no good article comes of them
   */
  Manuscript article() {
    Composition composition = composition();
    for (Map.Entry<String, Answer> draft : newest(Task.COMPOSE).entrySet()) {
      Optional<Submission> frame = passed(composition.judge(draft.getValue()), draft.getKey());
      if (frame.isPresent()) {
        notes.accept("composed by " + draft.getKey());
        return composition.made(frame.get());
      }
    }
    notes.accept("no composer's draft is kept: put together as it stands");
    return composition.plain();
  }

  private Composition composition() {
    Map<String, Answer> drafts = newest(Task.SECTION);
    List<Section> kept = new ArrayList<>();
    for (int number = 0; number < writers.size(); number++) {
      String writer = writers.get(number);
      if (drafts.containsKey(writer)) {
        Prompt prompt = brief.sectionPrompt(assignment, topic(), brief.section(number));
        Verdict verdict =
            sources
                .gates()
                .section(prompt, sources.language(), writer, writers)
                .judge(drafts.get(writer));
        String name = brief.section(number);
        passed(verdict, writer).ifPresent(text -> kept.add(new Section(name, writer, text.text())));
      }
    }
    List<Section> sections =
        new LeaveOutRepeats(sources.gates().noRepetition())
            .of(
                kept,
                (section, reason) ->
                    notes.accept("left out: " + section.writer() + "'s draft " + reason));
    if (sections.isEmpty()) {
      throw new NothingToShow("no section of " + assignment.date() + " is kept");
    }
    if (sections.size() < sources.panel().quorum()) {
      notes.accept(
          sections.size() + " sections are kept; the quorum is " + sources.panel().quorum());
    }
    Set<String> absent = new HashSet<>(writers);
    sections.forEach(section -> absent.remove(section.writer()));
    return new Composition(assignment, topic(), brief, sections, absent, sources.gates());
  }

  private Map<String, Answer> newest(Task step) {
    return sources.drafts().newest(assignment.date(), step, sources.language());
  }

  private Optional<Submission> passed(Verdict verdict, String writer) {
    if (verdict instanceof Verdict.Passed passed) {
      return Optional.of(passed.submission());
    }
    notes.accept("left out: " + writer + "'s draft, gate " + verdict);
    return Optional.empty();
  }

  private String topic() {
    return topic.orElseThrow(
        () ->
            new NothingToShow(
                assignment.date() + " has no topic yet; name one with preview --topic"));
  }
}
