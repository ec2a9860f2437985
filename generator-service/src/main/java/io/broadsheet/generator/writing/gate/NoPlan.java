package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A section does not give back the plan of the article, which the question shows its writer. One
 * line of it may be the section's own heading. Nor has it the head of an article.
 */
public final class NoPlan implements Gate {

  private static final Pattern HEAD =
      Pattern.compile(
          "\\A[*_#\\s]*(?:title|summary|tags|заголовок|резюме|теги)[*_]*\\s*:",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

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
    Matcher head = HEAD.matcher(submission.text());
    if (head.find()) {
      return Optional.of(
          "the answer began with \""
              + head.group().strip()
              + "\", an article's head; write your part");
    }
    return given > 1
        ? Optional.of("the answer repeated the plan of the article; write your own part only")
        : Optional.empty();
  }

  private static String bare(String line) {
    return line.replaceAll("^[\\s#>*\\d.)-]+|[\\s*]+$", "");
  }
}
