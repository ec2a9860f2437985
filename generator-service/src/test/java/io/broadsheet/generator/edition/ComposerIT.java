package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.writing.ComposerSettings;
import io.broadsheet.generator.writing.ComposerSettings.Fallback;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who makes one article of the sections, and what becomes of it if nobody does. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class ComposerIT extends CappedNewsroom {

  private static final ComposerSettings ANNA =
      new ComposerSettings(Optional.of("anna"), 2, Fallback.PLAIN);

  private static final ComposerSettings TURNS =
      new ComposerSettings(Optional.empty(), 2, Fallback.PLAIN);

  private static final String SHARED =
      "Накройте чашку крышкой, и пар останется внутри: с ним уходит больше всего тепла, и это видно"
          + " сразу, без приборов и расчётов.";

  @Test
  void theConfiguredWriterComposesAndEverySectionStandsUnderItsAuthor() {
    assertThat(composedBy(ANNA).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(composers()).containsExactly("anna compose");
    assertThat(body("ru"))
        .containsSubsequence(
            "## Зачем это делать и чего ждать в итоге\n\n*Автор: dina*\n\n",
            "## Что приготовить\n\n*Автор: gleb*\n\n",
            "## Ход работы шаг за шагом\n\n*Автор: vera*\n\n",
            "*Автор: anna*",
            "*Автор: boris*",
            "## Где советы авторов сходятся и где расходятся\n\n",
            "## С чего начать сегодня\n\n");
    assertThat(body("en"))
        .containsSubsequence(
            "## Why do it and what to expect in the end\n\n*By dina*\n\n",
            "*By gleb*",
            "*By vera*",
            "*By anna*",
            "*By boris*",
            "## Where the authors' advice agrees and where it differs\n\n",
            "## Where to begin today\n\n")
        .doesNotContainPattern("\\p{IsCyrillic}");
  }

  @Test
  @Case("two-sections-one-paragraph")
  void ofTwoSectionsThatShareAParagraphTheLaterIsLeftOutBeforeAnyoneComposes() {
    for (String writer : List.of("vera", "boris")) {
      sandbox.fault(
          """
          [{"api":"llm","method":"%s","times":1,"fault":"error","status":200,"body":
          {"choices":[{"message":{"content":"%s"},"finish_reason":"stop"}]}}]"""
              .formatted(writer, SHARED));
    }

    assertThat(composedBy(ANNA).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(composers()).containsExactly("anna compose");
    assertThat(body("ru")).contains("*Автор: vera*\n\n" + SHARED).doesNotContain("boris");
    assertThat(body("en")).contains("*By vera*").doesNotContain("boris");
  }

  @Test
  @Case("two-sections-one-paragraph")
  void theQuorumCountsTheSectionsThatAreLeft() {
    for (String writer : List.of("gleb", "vera", "anna", "boris")) {
      sandbox.fault(
          """
          [{"api":"llm","method":"%s","times":1,"fault":"error","status":200,"body":
          {"choices":[{"message":{"content":"%s"},"finish_reason":"stop"}]}}]"""
              .formatted(writer, SHARED));
    }

    assertThat(composedBy(ANNA).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(composers()).isEmpty();
    assertThat(column("select last_error from generator.edition").get(0))
        .startsWith("2 sections of 3 needed: vera repeats an earlier section: a paragraph stood");
  }

  @Test
  void whereItComposesBadlyTheAuthorsFollowInTurn() {
    sandbox.fault(
        """
        [{"api":"llm","method":"anna","after":1,"fault":"misbehave","behaviour":"returns-source"}]""");

    assertThat(composedBy(ANNA).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(composers())
        .containsExactly("anna compose", "anna compose", "anna compose", "dina compose");
    assertThat(column("select distinct fault from generator.draft where fault is not null"))
        .hasSize(1)
        .first()
        .asString()
        .contains("article-form");
  }

  @Test
  @Case("every-author-composes-in-vain")
  void afterTwoWhoseAnswersDoNotPassTheArticleGoesOutPlain() {
    for (String writer : NewsroomStack.WRITERS) {
      int after = writer.equals("dina") ? 2 : 1;
      sandbox.fault(
          """
          [{"api":"llm","method":"%s","after":%d,"fault":"misbehave","behaviour":"returns-source"}]"""
              .formatted(writer, after));
    }

    assertThat(composedBy(TURNS).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(composers())
        .containsExactly(
            "dina compose",
            "dina compose",
            "dina compose",
            "gleb compose",
            "gleb compose",
            "gleb compose");
    assertThat(body("ru")).contains("*Автор: dina*", "*Автор: boris*");
  }

  @Test
  void whoeverCostsNothingIsNotCounted() {
    for (String writer : List.of("dina", "gleb", "vera")) {
      int after = writer.equals("dina") ? 2 : 1;
      sandbox.fault(
          """
          [{"api":"llm","method":"%s","after":%d,"fault":"misbehave","behaviour":"quota"}]"""
              .formatted(writer, after));
    }

    assertThat(composedBy(TURNS).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    // The first three were turned down before they were asked anything.
    assertThat(composers()).containsExactly("anna compose");
  }

  @Test
  void aNewsroomThatWantsNoPlainArticleGetsNone() {
    for (String writer : NewsroomStack.WRITERS) {
      // The first question to each is its section; the one asked for the topic has one more.
      int after = writer.equals("dina") ? 2 : 1;
      sandbox.fault(
          "[{\"api\":\"llm\",\"method\":\"%s\",\"after\":%d,\"fault\":\"error\",\"status\":400}]"
              .formatted(writer, after));
    }

    assertThat(
            composedBy(new ComposerSettings(Optional.empty(), 2, Fallback.FAIL)).attempt(TUESDAY))
        .isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(column("select last_error from generator.edition").get(0))
        .contains("no compose: dina answered HTTP 400");
    assertThat(column("select id::text from generator.blog_posts")).isEmpty();
  }

  private List<String> composers() {
    return sandbox.questions().stream().filter(one -> one.endsWith(" compose")).toList();
  }

  private String body(String language) {
    return column(
            "select body_markdown from generator.blog_posts where language = '" + language + "'")
        .get(0);
  }
}
