package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.NewsroomStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bad answer never becomes a post: it is asked for again, or the edition fails and says why. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class EditionGatesIT extends EmptyNewsroom {

  private static final Pattern LINK = Pattern.compile("\\]\\((https?://[^)]+)\\)");
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cut-off",
        "empty",
        "refuses",
        "reasoning",
        "lone-think",
        "fenced",
        "json-fenced",
        "missing-brace",
        "preamble",
        "repeats",
        "answers",
        "returns-source",
        "loses-link",
        "changes-number",
        "leaves-cyrillic"
      })
  @Case({"L1", "L2", "L3", "L4", "L8", "L9"})
  void aTranslatorThatMisbehavesOnceCostsAnotherQuestionAndNoReaderSeesIt(String behaviour) {
    misbehave("translator", behaviour, "\"times\":1,");

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    String russian = body("ru");
    String english = body("en");
    assertThat(english)
        .doesNotContainPattern("\\p{IsCyrillic}|think>|```|⟦|\\[\\[")
        .doesNotContain("Sure!", "Great question", "sorry");
    assertThat(found(LINK, english)).isEqualTo(found(LINK, russian)).hasSize(5);
    assertThat(found(NUMBER, english)).isEqualTo(found(NUMBER, russian));
    assertThat(marks(english)).isEqualTo(marks(russian));
  }

  @ParameterizedTest
  @CsvSource({
    "empty, not-blank",
    "refuses, no-refusal",
    "lone-think, no-reasoning",
    "answers, blocks",
    "returns-source, not-the-source"
  })
  @Case({"L1", "L2", "L8"})
  void aTranslatorThatKeepsMisbehavingFailsTheEditionWithTheGatesName(
      String behaviour, String gate) {
    misbehave("translator", behaviour, "");

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(column("select last_error from generator.edition").get(0))
        .contains("no translation into en", gate);
    assertThat(sandbox.questions())
        .filteredOn(question -> question.startsWith("translator"))
        .hasSize(3);
    assertThat(column("select id::text from generator.blog_posts")).isEmpty();
  }

  @Test
  @Case("L9")
  void onlyTheBlockThatLostItsLinkIsAskedForAgain() {
    misbehave("translator", "loses-link", "\"times\":1,");

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    List<String> answers =
        column(
            "select body from generator.draft where step = 'translate' order by length(body) desc");
    assertThat(answers).hasSize(2);
    assertThat(answers.get(0)).contains("[[1]]", "[[2]]", "[[3]]");
    assertThat(answers.get(1)).containsOnlyOnce("[[").contains("](⟦u");
  }

  @ParameterizedTest
  @CsvSource({
    "cut-off, finished",
    "refuses, no-refusal",
    "lone-think, no-reasoning",
    "json-fenced, not-wrapped",
    "missing-brace, not-wrapped",
    "preamble, no-chatter",
    "repeats, repetition"
  })
  @Case({"L2", "L3", "L4"})
  void aWriterThatMisbehavesOnceIsAskedAgainWithTheFaultNamed(String behaviour, String gate) {
    misbehave("boris", behaviour, "\"times\":1,");

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(column("select fault from generator.draft where fault is not null"))
        .singleElement()
        .asString()
        .startsWith(gate + ": ");
    assertThat(body("ru")).contains("boris");
  }

  private void misbehave(String provider, String behaviour, String times) {
    sandbox.fault(
        """
        [{"api":"llm","method":"%s",%s"fault":"misbehave","behaviour":"%s"}]"""
            .formatted(provider, times, behaviour));
  }

  private String body(String language) {
    return column(
            "select body_markdown from generator.blog_posts where language = '" + language + "'")
        .get(0);
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group()).toList();
  }

  /** The beginnings of lines that are Markdown. */
  private static List<String> marks(String text) {
    return found(Pattern.compile("(?m)^(?:#+ |- |\\d+\\. |> )"), text);
  }
}
