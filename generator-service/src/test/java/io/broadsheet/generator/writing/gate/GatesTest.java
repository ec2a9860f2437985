package io.broadsheet.generator.writing.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.Answers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatesTest {

  private static final String RUSSIAN = "Чай остывает быстрее, чем кажется.";

  @Test
  void passAGoodAnswer() {
    assertThat(passed(judge(RUSSIAN, new LanguageShare("ru", 0.6)))).isEqualTo(RUSSIAN);
  }

  @Test
  void areAskedInOrderAndTheFirstThatRefusesDecides() {
    assertThat(refusedBy(judge("", new NotBlank(), new Length(new Bounds(5, 9)))))
        .isEqualTo("not-blank");
    assertThat(refusedBy(judge("", new Length(new Bounds(5, 9)), new NotBlank())))
        .isEqualTo("length");
  }

  @Test
  @Case("L1")
  void refuseAnEmptyAnswer() {
    assertThat(refusedBy(judge(" \n", new NotBlank()))).isEqualTo("not-blank");
    assertThat(refusedBy(judge("<think>только мысли</think>", new NotBlank())))
        .isEqualTo("not-blank");
  }

  @Test
  @Case("eight-authors-in-a-row")
  void passWritersNamesInARowAndNoSentenceAmongThem() {
    List<String> names =
        List.of("xai", "yandexgpt", "claude-haiku", "deepseek", "gemini", "groq", "mistral-small");
    NoForeignSentence gate = new NoForeignSentence("ru", names);
    String listed = "Сходятся " + String.join(", ", names) + " в одном: чай остывает быстро.";

    assertThat(passed(judge(listed, gate))).isEqualTo(listed);
    assertThat(refusedBy(judge(listed, new NoForeignSentence("ru", List.of()))))
        .isEqualTo("foreign-sentence");
    assertThat(refusedBy(judge("Tea cools, say xai and groq, much faster than it seems.", gate)))
        .isEqualTo("foreign-sentence");
  }

  @Test
  @Case("L4")
  void refuseAnAnswerThatWasCutOff() {
    for (String reason : new String[] {"length", "content_filter", null}) {
      Verdict verdict = Gates.of(new FinishedByStop()).judge(Answers.of(RUSSIAN, reason));
      assertThat(refusedBy(verdict)).isEqualTo("finished");
    }
  }

  @Test
  @Case("L2")
  void takeReasoningOffWhereItIsClosed() {
    assertThat(passed(judge("<think>a\nb</think>\n" + RUSSIAN, new NoReasoning())))
        .isEqualTo(RUSSIAN);
    assertThat(passed(judge("<THINK>a</THINK>" + RUSSIAN, new NoReasoning()))).isEqualTo(RUSSIAN);
  }

  @Test
  @Case("L2")
  void refuseReasoningThatCannotBeToldFromTheText() {
    assertThat(refusedBy(judge("мысли</think>" + RUSSIAN, new NoReasoning())))
        .isEqualTo("no-reasoning");
    assertThat(refusedBy(judge("<think>" + RUSSIAN, new NoReasoning()))).isEqualTo("no-reasoning");
  }

  @Test
  @Case("L3")
  void takeAFenceOffThatIsAroundTheWhole() {
    assertThat(passed(judge("```markdown\n" + RUSSIAN + "\n```\n", new NotWrapped())))
        .isEqualTo(RUSSIAN);
    String twoBlocks = "```java\na\n```\nтекст между блоками\n```java\nb\n```";
    assertThat(passed(judge(twoBlocks, new NotWrapped()))).isEqualTo(twoBlocks);
  }

  @Test
  @Case("L3")
  void refuseJsonInAFence() {
    assertThat(refusedBy(judge("```json\n{\"text\": \"Чай\"}\n```", new NotWrapped())))
        .isEqualTo("not-wrapped");
  }

  @Test
  void takeOffWhatIsInvisibleAndRefuseControls() {
    assertThat(passed(judge("\uFEFFА\r\n\tБ\u200B", new CleanCharacters()))).isEqualTo("А\n\tБ");
    assertThat(refusedBy(judge("А\0Б", new CleanCharacters()))).isEqualTo("characters");
    assertThat(refusedBy(judge("А\uD83DБ", new CleanCharacters()))).isEqualTo("characters");
    assertThat(passed(judge("😀 «Ёлка», ÀÉ — №1 €", new CleanCharacters())))
        .isEqualTo("😀 «Ёлка», ÀÉ — №1 €");
  }

  @Test
  void countTheShareOfAnAlphabetWithoutCodeLinksAndQuotations() {
    Gate russian = new LanguageShare("ru", 0.6);
    assertThat(refusedBy(judge("Tea cools faster than it seems.", russian))).isEqualTo("language");
    assertThat(
            judge(
                "Смотри подробности [здесь](https://example.org/a/long/address), “the quoted words”"
                    + " и `someLongName()`",
                russian))
        .isInstanceOf(Verdict.Passed.class);
    assertThat(judge("茶は思ったより早く冷めます。", new LanguageShare("ja", 0.6)))
        .isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void letALanguagePassWhoseAlphabetIsUnknown() {
    assertThat(Alphabet.of("tlh")).isEmpty();
    assertThat(judge("qa'vIn 茶 чай", new LanguageShare("tlh", 1.0)))
        .isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void measureLengthInCharactersNotInHalves() {
    assertThat(judge("😀😀😀", new Length(new Bounds(3, 3)))).isInstanceOf(Verdict.Passed.class);
    assertThat(refusedBy(judge("аб", new Length(new Bounds(3, 9))))).isEqualTo("length");
    assertThat(refusedBy(judge("абвг", new Length(new Bounds(1, 3))))).isEqualTo("length");
  }

  @Test
  @Case("G10")
  void refuseATopicThatWasTold() {
    Gate gate = new NotToldYet(topic -> Optional.of("О чае"));
    assertThat(((Verdict.Refused) judge("О чае", gate)).reason()).contains("О чае", "another");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "3. Как удержать тепло|Как удержать тепло",
        "**Тема:** Как удержать тепло.|Как удержать тепло",
        "1) **«Как удержать тепло»**|Как удержать тепло",
        "# Topic: \"Why bridges hum\"|Why bridges hum",
        "**3. Как удержать тепло**|Как удержать тепло",
        "«Утро вечера мудренее»: что знает наука|«Утро вечера мудренее»: что знает наука",
        "5 вопросов о громе|5 вопросов о громе",
        "1812 год: что ели солдаты|1812 год: что ели солдаты",
        "3.5 мм: почему разъём не умирает|3.5 мм: почему разъём не умирает",
        "Как устроен завод им. Кирова в С.Ш.А.|Как устроен завод им. Кирова в С.Ш.А.",
        "Почему чай остывает…|Почему чай остывает…",
      })
  @Case("numbered-topic")
  void takeOffWhatStandsAroundATopic(String answer, String topic) {
    assertThat(passed(new TopicJudge(Gates.of()).judge(Answers.whole(answer)))).isEqualTo(topic);
  }

  @Test
  void findInstructionsAlsoWhereTheyAreWrappedAnew() {
    Gate gate =
        new NoPromptText(
            "Тема: Почему чай остывает быстрее, чем мы успеваем его выпить\nПиши живо и точно, для"
                + " взрослого читателя без\nспециальных знаний.",
            List.of("Почему чай остывает быстрее, чем мы успеваем его выпить"));
    assertThat(
            refusedBy(
                judge(
                    "Да. *Живо и точно для взрослого читателя без специальных знаний* так", gate)))
        .isEqualTo("no-prompt");
    assertThat(judge("Почему чай остывает быстрее, чем мы успеваем его выпить? Узнаем.", gate))
        .isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void aSentenceThatTheInstructionsQuoteMayStandInTheAnswer() {
    String sentence = "Эту статью написали языковые модели, и в ней могут быть ошибки, проверяйте";
    Gate gate = new NoPromptText("Закончи так: «" + sentence + "».", List.of());

    assertThat(judge("Чай остыл. " + sentence + ".", gate)).isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void findBannedPhrasesAsWholeWordsOutsideCode() {
    Gate gate = new BannedPhrases(List.of("в современном мире", "delve"));
    assertThat(refusedBy(judge("В современном\nмире всё не так.", gate)))
        .isEqualTo("banned-phrases");
    assertThat(judge("The delver runs `delve` at dawn.", gate)).isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void refuseAnArticleWithoutItsHead() {
    Gate form = new ArticleForm(new Bounds(1, 150), new Bounds(1, 600), 1);
    assertThat(refusedBy(judge("Просто текст", form))).isEqualTo("article-form");
    assertThat(refusedBy(judge("Title: Т\nSummary: С\nTags: т\n", form))).isEqualTo("article-form");
    assertThat(refusedBy(judge("Title: " + "т".repeat(151) + "\nSummary: С\nTags: т\n\nТ", form)))
        .isEqualTo("article-form");
    assertThat(judge("Title: Т\nSummary: С\nTags: т\n\nТекст", form))
        .isInstanceOf(Verdict.Passed.class);
  }

  private static Verdict judge(String text, Gate... gates) {
    return Gates.of(gates).judge(Answers.whole(text));
  }

  private static String passed(Verdict verdict) {
    return ((Verdict.Passed) verdict).submission().text();
  }

  private static String refusedBy(Verdict verdict) {
    return verdict instanceof Verdict.Refused refused ? refused.gate() : "passed";
  }
}
