package io.broadsheet.generator.translation;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.Answers;
import io.broadsheet.generator.testing.TestConfig;
import io.broadsheet.generator.writing.Assignment;
import io.broadsheet.generator.writing.Brief;
import io.broadsheet.generator.writing.EditorialPlan;
import io.broadsheet.generator.writing.Prompt;
import io.broadsheet.generator.writing.gate.GateSettings;
import io.broadsheet.generator.writing.gate.Judge;
import io.broadsheet.generator.writing.gate.Verdict;
import io.broadsheet.generator.writing.gate.WritingGates;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bad answer of the corpus is caught by the gate that it names, no good one by any. */
class AnswerCorpusTest {

  private static final GateSettings SETTINGS =
      GateSettings.read(
          TestConfig.of(
              Map.of("broadsheet.gates.banned-phrases", "в современном мире, delve into, delve")));
  private static final Brief BRIEF = EditorialPlan.read(TestConfig.of(Map.of())).brief("howto");

  private static final List<String> PANEL = List.of("anna", "boris", "first", "mistral");

  static List<AnswerFile> bad() {
    return AnswerFile.in("bad");
  }

  static List<AnswerFile> good() {
    return AnswerFile.in("good");
  }

  @ParameterizedTest
  @MethodSource("bad")
  @Case({"L1", "L2", "L3", "L4", "L8", "L9"})
  void aBadAnswerIsCaughtByTheGateItNames(AnswerFile answer) {
    assertThat(verdict(answer))
        .as(answer.name())
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused ->
                assertThat(refused.gate())
                    .as(answer.name() + ": " + refused.reason())
                    .isEqualTo(answer.header().get("gate")));
  }

  @ParameterizedTest
  @MethodSource("good")
  void aGoodAnswerIsCaughtByNone(AnswerFile answer) {
    assertThat(verdict(answer)).as(answer.name()).isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void theCorpusIsLargeEnoughAndItsFiguresAreReported() {
    long caught = bad().stream().filter(AnswerCorpusTest::isCaughtAsNamed).count();
    long passed = good().stream().filter(one -> verdict(one) instanceof Verdict.Passed).count();
    System.out.printf(
        "Corpus: bad caught %d of %d, good passed %d of %d%n",
        caught, bad().size(), passed, good().size());

    assertThat(caught).isGreaterThanOrEqualTo(80);
    assertThat(passed).isGreaterThanOrEqualTo(40);
  }

  private static boolean isCaughtAsNamed(AnswerFile answer) {
    return verdict(answer) instanceof Verdict.Refused refused
        && refused.gate().equals(answer.header().get("gate"));
  }

  private static Verdict verdict(AnswerFile answer) {
    return judge(answer).judge(Answers.of(answer.text(), answer.finishReason()));
  }

  private static Judge judge(AnswerFile answer) {
    String language = answer.header().get("language");
    Assignment assignment = new Assignment(LocalDate.EPOCH, "howto", language, () -> {});
    WritingGates gates = new WritingGates(SETTINGS);
    return switch (answer.header().get("kind")) {
      case "topic" ->
          gates.topic(
              BRIEF.topicPrompt(assignment, List.of()), language, topic -> Optional.empty());
      case "section" -> {
        Prompt prompt = BRIEF.sectionPrompt(assignment, "О чае", BRIEF.section(0));
        yield gates.section(prompt, language, "anna", PANEL);
      }
      case "article" ->
          gates.article(BRIEF.composePrompt(assignment, "О чае", List.of()), language, PANEL);
      default ->
          new TranslationGates(SETTINGS, answer.header().get("from"), language, PANEL)
              .text(answer.source());
    };
  }
}
