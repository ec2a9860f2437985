package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A section does not give back the plan of the article, which the question shows its writer. One
 * line of it may be the section's own heading.
 */
public final class NoPlan implements Gate {

  private final Set<String> plan;

  /**
   * @param plan a line for each section
   */
  public NoPlan(String plan) {
    this.plan = plan.lines().map(NoPlan::bare).collect(Collectors.toSet());
  }

  @Override
  public String name() {
    return "no-prompt";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    long given =
        submission.text().lines().map(NoPlan::bare).filter(plan::contains).distinct().count();
    return given > 1
        ? Optional.of("the answer repeated the plan of the article; write your own part only")
        : Optional.empty();
  }

  private static String bare(String line) {
    return line.replaceAll("^[\\s#>*\\d.)-]+|[\\s*]+$", "");
  }
}
