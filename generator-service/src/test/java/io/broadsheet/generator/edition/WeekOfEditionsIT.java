package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.testing.Answers;
import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.ArticleFormat;
import io.broadsheet.generator.writing.Assignment;
import io.broadsheet.generator.writing.Brief;
import io.broadsheet.generator.writing.Prompt;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * A week in which every model misbehaves two times in five, in any of the sandbox's ways; the seed
 * is the sandbox's.
 */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class WeekOfEditionsIT extends CappedNewsroom {

  private static final LocalDate MONDAY = TUESDAY.with(DayOfWeek.MONDAY);
  private static final int TICKS = 4;
  private static final String CAP = "1.00";
  private static final Pattern HEADING = Pattern.compile("(?m)^#{2,6} ");
  private static final Pattern LINK = Pattern.compile("\\]\\((https?://[^)]+)\\)");
  private static final Pattern RUSSIAN_BYLINE = Pattern.compile("(?m)^\\*Автор: ([a-z]+)\\*$");
  private static final Pattern ENGLISH_BYLINE = Pattern.compile("(?m)^\\*By ([a-z]+)\\*$");

  @Test
  void yieldsSevenEditionsOrStatedFailuresAndNoBadText(TestReporter reporter) {
    sandbox.fault(
        """
        [{"api":"llm","probability":0.4,"fault":"misbehave","behaviour":"random","retryAfter":1}]""");
    EditionRun run = capped(CAP);
    List<LocalDate> week = Stream.iterate(MONDAY, day -> day.plusDays(1)).limit(7).toList();
    for (LocalDate date : week) {
      for (int tick = 0; tick < TICKS && !stateOf(date).equals("published"); tick++) {
        run.attempt(date);
      }
    }

    assertThat(column("select edition_date::text from generator.edition")).hasSize(7);
    assertThat(
            column(
                "select edition_date::text from generator.edition where state <> 'published'"
                    + " and (state <> 'failed' or coalesce(last_error, '') = '')"))
        .isEmpty();
    List<LocalDate> published =
        week.stream().filter(date -> stateOf(date).equals("published")).toList();
    assertThat(published).hasSizeGreaterThanOrEqualTo(5);
    published.forEach(this::assertGood);
    assertThat(column("select outcome from generator.llm_call where outcome <> 'good'"))
        .hasSizeGreaterThan(15);
    BigDecimal committed =
        new BigDecimal(column("select sum(committed)::text from generator.spend").get(0));
    assertThat(committed).isLessThanOrEqualTo(new BigDecimal(CAP));
    // What broke off is counted at its worst, so the bill is never above the books.
    assertThat(sandbox.bill()).isLessThanOrEqualTo(committed);
    reporter.publishEntry(
        Map.of(
            "editions published", published.size() + " of 7",
            "calls", String.valueOf(column("select id::text from generator.llm_call").size()),
            "refused answers",
                column("select writer from generator.llm_call where outcome = 'gate'").size() + "",
            "cost counted", committed + " USD"));
  }

  private void assertGood(LocalDate date) {
    Article russian = article(date, "ru");
    Article english = article(date, "en");
    assertThat(judged(date, "ru", russian)).isInstanceOf(Verdict.Passed.class);
    assertThat(judged(date, "en", english)).isInstanceOf(Verdict.Passed.class);
    assertThat(english.title() + english.summary() + english.body())
        .doesNotContainPattern("\\p{IsCyrillic}");
    assertThat(found(HEADING, english)).isEqualTo(found(HEADING, russian));
    assertThat(found(LINK, english)).isEqualTo(found(LINK, russian));
    List<String> authors = found(RUSSIAN_BYLINE, russian);
    assertThat(authors)
        .hasSizeGreaterThanOrEqualTo(3)
        .doesNotHaveDuplicates()
        .isSubsetOf(NewsroomStack.WRITERS)
        .isEqualTo(found(ENGLISH_BYLINE, english));
    for (String author : authors) {
      assertThat(sections(date, author))
          .as(date + " " + author)
          .anyMatch(
              text -> russian.body().contains("\n\n*Автор: " + author + "*\n\n" + text + "\n\n"));
    }
    Brief brief = plan.brief(plan.contentType(date.getDayOfWeek()));
    assertThat(russian.body().lines())
        .doesNotContainAnyElementsOf(IntStream.range(0, 5).mapToObj(brief::section).toList());
  }

  /** An author's good sections; a later attempt may have asked for another one. */
  private List<String> sections(LocalDate date, String author) {
    return column(
            """
            select body from generator.draft
            where step = 'section' and fault is null and edition_date = '%s' and writer = '%s'"""
                .formatted(date, author))
        .stream()
        .map(body -> Submission.of(Answers.whole(body)).text())
        .toList();
  }

  private Verdict judged(LocalDate date, String language, Article article) {
    String type = plan.contentType(date.getDayOfWeek());
    Prompt prompt =
        plan.brief(type)
            .composePrompt(new Assignment(date, type, language, () -> {}), "", List.of());
    return gates
        .article(prompt, language, Set.of())
        .judge(Submission.whole(ArticleFormat.write(article)));
  }

  private Article article(LocalDate date, String language) {
    for (Row row :
        database.runRepeatable(
            """
            select title, summary, tags, body_markdown from generator.blog_posts
            where edition_date = $1 and language = $2
            """,
            date,
            language)) {
      return new Article(
          row.getString("title"),
          row.getString("summary"),
          List.of(row.getArrayOfStrings("tags")),
          row.getString("body_markdown"));
    }
    throw new AssertionError(date + " has no post in " + language);
  }

  private static List<String> found(Pattern pattern, Article article) {
    return pattern.matcher(article.body()).results().map(match -> group(match)).toList();
  }

  private static String group(MatchResult match) {
    return match.groupCount() == 0 ? match.group() : match.group(1);
  }
}
