package io.broadsheet.generator.writing;

import io.broadsheet.generator.DatabaseLoss;
import io.broadsheet.generator.writing.gate.Gates;
import io.broadsheet.generator.writing.gate.WritingGates;
import io.broadsheet.generator.writing.spend.BudgetReached;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.context.ManagedExecutor;
import org.jboss.logging.Logger;

/** Every writer writes its section, all at the same time, until the panel's deadline. */
@ApplicationScoped
public class SectionsStep {

  private static final Logger LOG = Logger.getLogger(SectionsStep.class);
  // How often a waiting panel asks whether its work is still wanted.
  private static final Duration LOOK_UP = Duration.ofSeconds(1);

  private final Commission commission;
  private final WritingGates gates;
  private final ManagedExecutor executor;

  public SectionsStep(Commission commission, WritingGates gates, ManagedExecutor executor) {
    this.commission = commission;
    this.gates = gates;
    this.executor = executor;
  }

  /**
   * Blocks until every writer has ended or the deadline has come; what is still open then is
   * abandoned.
   *
   * @return in the order of the brief, at least as many as the quorum
   * @throws BudgetReached if a writer's call could pass the daily cap, after the others have ended
   * @throws TopicFailed if fewer came in, and would have been enough without those that were
   *     refused
   * @throws WritingFailed if fewer came in for other reasons; names each writer's reason
   */
  public List<Section> write(
      Assignment assignment,
      String topic,
      Brief brief,
      List<Writer> writers,
      PanelSettings settings) {
    Deadline deadline = Deadline.after(settings.deadline());
    CompletionService<Section> panel = new ExecutorCompletionService<>(executor);
    Map<Future<Section>, Integer> open = new HashMap<>();
    SortedMap<Integer, Section> written = new TreeMap<>();
    StringJoiner failures = new StringJoiner("; ");
    BudgetReached stopped = null;
    int refused = 0;
    try {
      for (int i = 0; i < writers.size(); i++) {
        String name = brief.section(i);
        Writer writer = writers.get(i);
        open.put(
            panel.submit(() -> section(assignment, topic, brief, name, writer, settings, deadline)),
            i);
      }
      while (!open.isEmpty() && !deadline.passed()) {
        Future<Section> ended = next(panel, deadline);
        assignment.stillWanted().run();
        if (ended != null) {
          int number = open.remove(ended);
          try {
            written.put(number, ended.get());
          } catch (ExecutionException e) {
            if (e.getCause() instanceof BudgetReached reached) {
              // The others are paid for: what they write is kept for the next attempt.
              stopped = reached;
            } else {
              failures.add(leftOut(assignment, writers.get(number), e.getCause()));
              refused += isRefused(e.getCause()) ? 1 : 0;
            }
          }
        }
      }
      for (int number : open.values()) {
        failures.add(
            leftOut(
                assignment,
                writers.get(number),
                ChatFailure.unpriced(
                    new ChatFault.Down(
                        ChatFault.Down.Reason.TIMEOUT,
                        false,
                        "did not end by the panel's deadline"))));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WritingFailed("interrupted while the writers were at work");
    } finally {
      open.keySet().forEach(call -> call.cancel(true));
    }
    if (stopped != null) {
      throw stopped;
    }
    List<Section> sections =
        new LeaveOutRepeats(gates.noRepetition())
            .of(
                written.values(),
                (section, reason) ->
                    failures.add(leftOut(assignment, section.writer() + " " + reason)));
    if (sections.size() < settings.quorum()) {
      String reason =
          sections.size() + " sections of " + settings.quorum() + " needed: " + failures;
      throw written.size() + refused < settings.quorum()
          ? new WritingFailed(reason)
          : new TopicFailed(reason);
    }
    return sections;
  }

  private static boolean isRefused(Throwable failure) {
    return failure instanceof ChatFailure refusal && refusal.fault().liesInTheText();
  }

  private static Future<Section> next(CompletionService<Section> panel, Deadline deadline)
      throws InterruptedException {
    long wait = Math.min(deadline.remaining().toMillis(), LOOK_UP.toMillis());
    return panel.poll(wait, TimeUnit.MILLISECONDS);
  }

  private static String leftOut(Assignment assignment, Writer writer, Throwable failure) {
    if (failure instanceof ChatFailure) {
      return leftOut(assignment, writer.name() + " " + failure.getMessage());
    }
    if (!(failure instanceof RuntimeException unexpected)) {
      throw new IllegalStateException(failure);
    }
    if (DatabaseLoss.isIn(unexpected)) {
      throw unexpected;
    }
    // A lost lease comes this way too, and is told for all.
    assignment.stillWanted().run();
    String reason = writer.name() + " failed unexpectedly: " + unexpected;
    LOG.warnf(unexpected, "%s: left out: %s", assignment.date(), reason);
    return reason;
  }

  private static String leftOut(Assignment assignment, String reason) {
    LOG.warnf("%s: left out: %s", assignment.date(), reason);
    return reason;
  }

  private Section section(
      Assignment assignment,
      String topic,
      Brief brief,
      String name,
      Writer writer,
      PanelSettings settings,
      Deadline deadline) {
    String language = assignment.language();
    Prompt prompt = brief.sectionPrompt(assignment, topic, name);
    Gates judge = gates.section(prompt, language, writer.name(), settings.names());
    String text = commission.fulfil(assignment, writer, language, prompt, judge, deadline).text();
    return new Section(name, writer.name(), text);
  }
}
