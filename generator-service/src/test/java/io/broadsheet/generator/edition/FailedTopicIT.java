package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.NewsroomStack;
import io.broadsheet.generator.writing.Assignment;
import io.broadsheet.generator.writing.ComposerSettings;
import io.broadsheet.generator.writing.ComposerSettings.Fallback;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of an edition's topic and drafts when an attempt fails. */
@QuarkusTest
@QuarkusTestResource(NewsroomStack.class)
class FailedTopicIT extends CappedNewsroom {

  private static final String ANSWER =
      """
      [{"api":"llm","method":"%s","times":1,"fault":"error","status":200,"body":
      {"choices":[{"message":{"content":"%s"},"finish_reason":"stop"}]}}]""";

  @Test
  void whereTooManySectionsAreRefusedTheNextAttemptTakesAnotherTopic() {
    for (String writer : List.of("vera", "anna", "boris")) {
      sandbox.misbehave(writer, "refuses", 3);
    }
    String topic = failedTopic(replica("a"));
    sandbox.clearFaults();
    sandbox.reset();
    // The writer that is asked first proposes it once more.
    sandbox.fault(ANSWER.formatted("dina", topic));

    assertThat(replica("b").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(topic()).isNotEqualTo(topic);
    assertThat(column("select fault from generator.draft where step = 'topic' order by created_at"))
        .element(1)
        .asString()
        .contains("not-told-yet", topic);
    assertThat(sandbox.questions()).filteredOn(one -> one.endsWith("section")).hasSize(5);
    assertThat(column("select unnest(failed_topics) from generator.edition"))
        .containsExactly(topic);
    Assignment tomorrow = new Assignment(TUESDAY.plusDays(1), "history", "ru", () -> {});
    assertThat(recentTitles.tooLike(topic, tomorrow, 0.9)).isEmpty();
  }

  @Test
  void whereTheArticleIsRefusedTheNextAttemptTakesAnotherTopic() {
    ComposerSettings strict = new ComposerSettings(Optional.empty(), 2, Fallback.FAIL);
    for (String writer : NewsroomStack.WRITERS) {
      // The first question to each is its section; the one asked for the topic has one more.
      int after = writer.equals("dina") ? 2 : 1;
      sandbox.fault(
          """
          [{"api":"llm","method":"%s","after":%d,"times":3,"fault":"misbehave","behaviour":"refuses"}]"""
              .formatted(writer, after));
    }
    String topic = failedTopic(composedBy(strict));
    sandbox.clearFaults();

    assertThat(composedBy(strict).attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(topic()).isNotEqualTo(topic);
  }

  @ParameterizedTest
  @ValueSource(strings = {"returns-source", "refuses", "empty"})
  void whereTheTranslationIsRefusedTheNextAttemptTakesAnotherTopic(String behaviour) {
    sandbox.misbehave("translator", behaviour, 3);
    String topic = failedTopic(replica("a"));
    sandbox.reset();

    assertThat(replica("b").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(topic()).isNotEqualTo(topic);
    assertThat(sandbox.questions()).filteredOn(one -> one.endsWith("section")).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"quota", "rate", "overloaded", "html"})
  @Case("G4")
  void whereProvidersFailTopicAndDraftsStay(String behaviour) {
    List<String> failing = List.of("vera", "anna", "boris");
    for (String writer : failing) {
      sandbox.fault(
          """
          [{"api":"llm","method":"%s","fault":"misbehave","behaviour":"%s","retryAfter":20}]"""
              .formatted(writer, behaviour));
    }
    // One that refuses besides would not have made the quorum.
    sandbox.misbehave("gleb", "refuses", 3);
    assertThat(replica("a").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);
    String topic = topic();
    sandbox.clearFaults();
    sandbox.reset();

    assertThat(replica("b").attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Published.class);

    assertThat(topic()).isEqualTo(topic);
    assertThat(sandbox.questions())
        .filteredOn(one -> one.endsWith("section"))
        .hasSize(4)
        .doesNotContain("dina section");
    assertThat(column("select unnest(failed_topics) from generator.edition")).isEmpty();
  }

  /** The topic of an attempt that must fail; it stands there until the next one. */
  private String failedTopic(EditionRun run) {
    assertThat(run.attempt(TUESDAY)).isInstanceOf(AttemptOutcome.Failed.class);
    String topic = topic();
    assertThat(topic).isNotEmpty();
    return topic;
  }

  private String topic() {
    return column("select topic from generator.edition").get(0);
  }
}
