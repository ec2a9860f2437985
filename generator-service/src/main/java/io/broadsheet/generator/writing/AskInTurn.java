package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.gate.Judge;
import io.broadsheet.generator.writing.gate.Submission;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;

/** Asks one writer after the other until one answers well. */
final class AskInTurn {

  private final Commission commission;
  private final Duration longest;

  /**
   * @param longest time for all of them together
   */
  AskInTurn(Commission commission, Duration longest) {
    this.commission = commission;
    this.longest = longest;
  }

  /**
   * Blocks until there is a good answer.
   *
   * @param most how many writers are asked at most; one that surely cost nothing (no quota, too
   *     many requests, not found) is not counted
   * @throws TopicFailed if there is none, and some answers were refused; names each writer's reason
   * @throws WritingFailed if there is none for other reasons
   */
  Submission ask(
      Assignment assignment, List<Writer> inOrder, int most, Prompt prompt, Judge judge) {
    Deadline deadline = Deadline.after(longest);
    StringJoiner failures = new StringJoiner("; ");
    boolean refused = false;
    int counted = 0;
    for (Writer writer : inOrder) {
      if (counted == most) {
        failures.add("no more than " + most + " are asked");
        break;
      }
      if (deadline.passed()) {
        failures.add("the time is up (" + longest.toSeconds() + " s)");
        break;
      }
      try {
        return commission.fulfil(
            assignment, writer, assignment.language(), prompt, judge, deadline);
      } catch (ChatFailure e) {
        failures.add(writer.name() + " " + e.getMessage());
        refused |= e.fault().liesInTheText();
        counted += e.isFree() ? 0 : 1;
      }
    }
    String reason = "no " + prompt.task().wireName() + ": " + failures;
    throw refused ? new TopicFailed(reason) : new WritingFailed(reason);
  }
}
