package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.NewsroomStack;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class EditionFailureIT extends EmptyNewsroom {

  private static final String ANSWER =
      """
      [{"api":"llm","method":"%s","times":%d,"fault":"error","status":200,"body":
      {"choices":[{"message":{"content":"%s"},"finish_reason":"stop"}]}}]""";

  @Test
  void fewerSectionsThanTheQuorumFailTheEditionAndNameEachWriter() {
    for (String writer : List.of("vera", "anna", "boris")) {
      sandbox.fault(
          "[{\"api\":\"llm\",\"method\":\"" + writer + "\",\"fault\":\"error\",\"status\":401}]");
    }

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(column("select last_error from generator.edition").get(0))
        .contains("2 sections of 3", "vera answered HTTP 401", "anna", "boris");
    assertThat(column("select id::text from generator.blog_posts")).isEmpty();
    // A refused key is not asked with again.
    assertThat(sandbox.questions()).filteredOn(question -> question.startsWith("vera")).hasSize(1);
  }

  @Test
  void aRefusedTranslationIsAskedForAgainWithTheFaultNamedAndTheEditionThenFails() {
    sandbox.fault(ANSWER.formatted("translator", 3, "Не переведу"));

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);
    assertThat(column("select last_error from generator.edition").get(0))
        .contains("no translation into en", "gate blocks", "[[1]]");
    assertThat(column("select id::text from generator.blog_posts")).isEmpty();
    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);
  }

  @Test
  void aWriterThatAnswersBadlyOnceIsAskedAgain() {
    sandbox.fault(ANSWER.formatted("boris", 1, "<think>hm"));

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(
            column("select fault from generator.draft where writer = 'boris' order by created_at"))
        .hasSize(2)
        .first()
        .asString()
        .contains("reasoning");
  }

  @Test
  void whatPostgreSqlCannotStoreInAProvidersWordsHarmsNoEdition() {
    sandbox.fault(ANSWER.formatted("boris", 1, "Нет").replace("\"stop\"", "\"st\\u0000op\""));
    sandbox.fault(
        """
        [{"api":"llm","method":"vera","fault":"error","status":401,"body":
        {"error":{"code":"a\\u0000b","message":"c\\u0000d"}}}]""");

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(column("select finish_reason from generator.draft where writer = 'boris'"))
        .contains("st op");
  }

  @Test
  void aTranslatorThatTimesOutOnceIsAskedAgain() {
    sandbox.fault("[{\"api\":\"llm\",\"method\":\"translator\",\"times\":1,\"fault\":\"hang\"}]");

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(sandbox.questions())
        .filteredOn(question -> question.startsWith("translator"))
        .hasSize(2);
  }

  @Test
  void anArticleThatNobodyGluesIsPutTogetherAsItStands() {
    for (String writer : NewsroomStack.WRITERS) {
      // The first question to each is its section; the one asked for the topic has one more.
      int after = writer.equals("dina") ? 2 : 1;
      sandbox.fault(
          "[{\"api\":\"llm\",\"method\":\"%s\",\"after\":%d,\"fault\":\"error\",\"status\":400}]"
              .formatted(writer, after));
    }

    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(column("select title from generator.blog_posts where language = 'ru'"))
        .isEqualTo(column("select topic from generator.edition"));
    assertThat(
            column("select body_markdown from generator.blog_posts where language = 'ru'").get(0))
        .contains("## Зачем это делать", "## Что приготовить", "## Ход работы");
  }

  @Test
  @Case("G10")
  void aTopicTooLikeAnEarlierTitleIsRefusedAndTheNextTaken() {
    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);
    String told = column("select title from generator.blog_posts where language = 'ru'").get(0);
    sandbox.reset();
    sandbox.fault(ANSWER.formatted("gleb", 1, told + " снова"));

    assertThat(replica("a").attempt(TUESDAY.plusDays(1)))
        .isInstanceOf(AttemptOutcome.Published.class);

    assertThat(
            column("select fault from generator.draft where step = 'topic' and fault is not null"))
        .first()
        .asString()
        .contains("too like", told);
  }

  @Test
  @Case("G10")
  void whereEveryTopicWasToldTheAttemptFailsAndTheNextOneAsksAgain() {
    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);
    String told = column("select title from generator.blog_posts where language = 'ru'").get(0);
    sandbox.reset();
    sandbox.fault(ANSWER.formatted("*", 15, told));

    assertThat(replica("a").attempt(TUESDAY.plusDays(1))).isInstanceOf(AttemptOutcome.Failed.class);

    assertThat(column("select last_error from generator.edition where state = 'failed'").get(0))
        .contains("no topic: gleb", "; vera", "; anna", "; boris", "; dina", "not-told-yet", told);
    assertThat(sandbox.questions()).hasSize(15);

    assertThat(replica("a").attempt(TUESDAY.plusDays(1)))
        .isInstanceOf(AttemptOutcome.Published.class);
  }

  @Test
  void whatAWriterIsAskedAndAnsweredIsKept() {
    replica("a").attempt(TUESDAY);

    assertThat(
            column(
                """
                select step || ' ' || language || ' ' || finish_reason || ' ' || model
                from generator.draft where writer in ('translator', 'vera') order by step"""))
        .containsExactly("section ru stop sandbox-vera", "translate en stop sandbox-translator");
    assertThat(column("select writer from generator.draft where prompt_tokens is null")).isEmpty();
  }
}
