package io.broadsheet.generator.translation;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.Answers;
import io.broadsheet.generator.testing.TestConfig;
import io.broadsheet.generator.translation.Block.Kind;
import io.broadsheet.generator.writing.gate.GateSettings;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchJudgeTest {

  private static final TranslationGates GATES =
      new TranslationGates(GateSettings.read(TestConfig.of(Map.of())), "ru", "en", List.of());
  private static final NumberFormats NUMBERS = new NumberFormats("ru", "en");
  private static final List<MaskedBlock> BATCH =
      List.of(
          block(4, "Чай остывает быстро."),
          block(5, "Почему? Смотри [тут](https://a.ru)."),
          block(6, "В 1961 году было 3,5 литра."),
          block(7, "Крышка держит тепло."),
          block(8, "Пару некуда деться."));
  private static final String GOOD =
      """
      [[4]] Tea cools quickly.

      [[5]] Why? Look [here](⟦u1⟧).
      [[6]] In ⟦1961⟧ there were
      ⟦3,5⟧ litres.
      **[[7]]**: A lid keeps the heat.

      \\[\\[8\\]\\]
      The steam has nowhere to go.""";

  private final BatchJudge judge = new BatchJudge(BATCH, GATES, "");

  @Test
  void passesAFaithfulAnswerAndPutsEverythingBack() {
    assertThat(texts("Okay.\n\n" + GOOD))
        .containsExactly(
            "Tea cools quickly.",
            "Why? Look [here](https://a.ru).",
            "In 1961 there were 3.5 litres.",
            "A lid keeps the heat.",
            "The steam has nowhere to go.");
  }

  @Test
  void letsAFewBadBlocksBeAskedForAlone() {
    String answer = GOOD.replace("⟦1961⟧", "1916").replace("(⟦u1⟧)", "").replace("[here]", "here");

    assertThat(judge.judge(Answers.whole(answer))).isInstanceOf(Verdict.Passed.class);
    assertThat(texts(answer))
        .containsExactly(
            "Tea cools quickly.",
            "same-links: the link to https://a.ru was lost; keep every link",
            "same-numbers: the number 1961 was lost or changed; keep every number",
            "A lid keeps the heat.",
            "The steam has nowhere to go.");
  }

  @Test
  void namesAMissingBlock() {
    assertThat(texts(GOOD.substring(0, GOOD.indexOf("**[[7]]"))))
        .endsWith("blocks: block [[7]] was missing", "blocks: block [[8]] was missing");
  }

  @Test
  void takesNoTextForABlockWhoseMarkStandsTwice() {
    assertThat(texts(GOOD.replace("[[4]]", "[[7]]")))
        .startsWith("blocks: block [[4]] was missing")
        .contains("blocks: block [[7]] was given twice");
  }

  @Test
  @Case("L8")
  void refusesAnswersThatTranslateNothing() {
    assertThat(refusal(Batch.write(BATCH))).startsWith("source-left: in [[4]]");
    assertThat(refusal("Tea cools because it is hot.")).startsWith("blocks: ");
    assertThat(refusal("I'm sorry, I can't help with that.")).startsWith("no-refusal: ");
    assertThat(refusal("Not translating: [[4]] да [[5]] нет")).startsWith("blocks: ");
  }

  @Test
  @Case("wall-of-blocks")
  void namesAtMostThreeBadBlocks() {
    assertThat(refusal(Batch.write(BATCH)))
        .startsWith("source-left: in [[4]], [[5]], [[6]] and 2 more, for instance: ");
  }

  @Test
  @Case("L4")
  void usesTheWholeBlocksOfAnAnswerThatWasCutOff() {
    Submission cutOff = new Submission(GOOD.substring(0, GOOD.indexOf("heat.")), "length");

    assertThat(judge.judge(Answers.of(cutOff.text(), "length"))).isInstanceOf(Verdict.Passed.class);
    assertThat(judge.verdicts(cutOff).keySet())
        .extracting(MaskedBlock::id)
        .containsExactly(4, 5, 6);
    assertThat(((Verdict.Refused) judge.judge(Answers.of("[[4]] Tea", "length"))).gate())
        .isEqualTo("finished");
    assertThat(((Verdict.Refused) judge.judge(Answers.of(GOOD, "content_filter"))).gate())
        .isEqualTo("finished");
  }

  @Test
  void judgesABlockAloneWithOrWithoutItsMark() {
    BlockJudge alone = new BlockJudge(BATCH.get(0), GATES);

    assertThat(text(alone.judge(Answers.whole("[[4]] Tea cools quickly."))))
        .isEqualTo("Tea cools quickly.");
    assertThat(text(alone.judge(Answers.whole("Tea cools quickly."))))
        .isEqualTo("Tea cools quickly.");
    assertThat(text(alone.judge(Answers.whole("Tea cools.\n\nQuickly."))))
        .startsWith("same-structure: ");
    assertThat(text(alone.judge(Answers.whole("1961. Tea cools.")))).startsWith("same-");
  }

  @Test
  void holdsTagsAndTitleToTheirForm() {
    assertThat(alone(Kind.TAGS, "чай, вода", "tea and water"))
        .isEqualTo("tags: there were 1 tags instead of 2");
    assertThat(alone(Kind.TITLE, "О чае ".repeat(20), "About tea ".repeat(20)))
        .startsWith("length: the text had");
    assertThat(alone(Kind.TITLE, "О чае", "About tea\n\nand more")).startsWith("same-structure: ");
  }

  @Test
  void wantsEveryMarkThatNoOtherGateMisses() {
    assertThat(alone(Kind.PARAGRAPH, "Раз⟦br⟧два", "One two"))
        .isEqualTo("marks: the mark ⟦br⟧ was lost; copy every mark once");
    assertThat(alone(Kind.PARAGRAPH, "Раз⟦br⟧два", "One⟦br⟧two")).isEqualTo("One\\\ntwo");
    assertThat(alone(Kind.PARAGRAPH, "Код `а`", "Code ⟦c9⟧")).startsWith("marks: the mark ⟦c9⟧");
  }

  private static String alone(Kind kind, String source, String answer) {
    MaskedBlock block = MaskBlock.mask(new Block(4, kind, source), "", NUMBERS);
    return text(new BlockJudge(block, GATES).judge(Answers.whole(answer)));
  }

  private String refusal(String answer) {
    return judge.judge(Answers.whole(answer)).toString();
  }

  private List<String> texts(String answer) {
    return judge.verdicts(Submission.of(Answers.whole(answer))).values().stream()
        .map(BatchJudgeTest::text)
        .toList();
  }

  private static String text(Verdict verdict) {
    return verdict instanceof Verdict.Passed passed
        ? passed.submission().text()
        : verdict.toString();
  }

  private static MaskedBlock block(int id, String text) {
    return MaskBlock.mask(new Block(id, Kind.PARAGRAPH, text), "", NUMBERS);
  }
}
