package io.broadsheet.generator.writing.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.writing.Answer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GatesTest {

  private static final String RUSSIAN = "Чай остывает быстрее, чем кажется.";

  @Test
  void passesAGoodAnswer() {
    assertThat(judge(RUSSIAN, new LanguageShare("ru"))).isEqualTo(new Verdict.Passed(RUSSIAN));
  }

  @Test
  void refusesAnEmptyAnswer() {
    assertThat(refusedBy(judge(" \n"))).isEqualTo("not-blank");
    assertThat(refusedBy(judge("<think>только мысли</think>"))).isEqualTo("not-blank");
  }

  @Test
  void refusesAnAnswerThatWasCutOff() {
    for (String reason : new String[] {"length", "content_filter", null}) {
      Verdict verdict = Gates.of().judge(new Answer(RUSSIAN, reason, null, null, 1));
      assertThat(refusedBy(verdict)).isEqualTo("finished");
    }
  }

  @Test
  void takesReasoningOffWhereItIsClosed() {
    assertThat(judge("<think>a\nb</think>\n" + RUSSIAN)).isEqualTo(new Verdict.Passed(RUSSIAN));
    assertThat(judge("<THINK>a</THINK>" + RUSSIAN)).isEqualTo(new Verdict.Passed(RUSSIAN));
  }

  @Test
  void refusesReasoningThatCannotBeToldFromTheText() {
    assertThat(refusedBy(judge("мысли</think>" + RUSSIAN))).isEqualTo("no-reasoning");
    assertThat(refusedBy(judge("<think>" + RUSSIAN))).isEqualTo("no-reasoning");
  }

  @Test
  void takesAFenceOffThatIsAroundTheWhole() {
    assertThat(judge("```markdown\n" + RUSSIAN + "\n```\n")).isEqualTo(new Verdict.Passed(RUSSIAN));
    String twoBlocks = "```\na\n```\nтекст\n```\nb\n```";
    assertThat(judge(twoBlocks)).isEqualTo(new Verdict.Passed(twoBlocks));
  }

  @Test
  void removesControlCharacters() {
    assertThat(judge("А\0Б\u0007\r\n\tВ\uFEFF")).isEqualTo(new Verdict.Passed("АБ\n\tВ"));
  }

  @Test
  void countsTheCyrillicShareOfRussianWithoutCodeAndLinks() {
    Gate russian = new LanguageShare("ru");
    assertThat(refusedBy(judge("Tea cools faster than it seems.", russian))).isEqualTo("language");
    assertThat(
            judge("Смотри [здесь](https://example.org/a/long/address) и `someLongName()`", russian))
        .isInstanceOf(Verdict.Passed.class);
  }

  @Test
  void leavesNoCyrillicInEnglish() {
    Gate english = new LanguageShare("en");
    assertThat(judge("Tea cools, see `чай`.", english)).isInstanceOf(Verdict.Passed.class);
    Verdict verdict = judge("Tea, or чай, cools.", english);
    assertThat(refusedBy(verdict)).isEqualTo("language");
    assertThat(((Verdict.Refused) verdict).reason()).contains("3 Cyrillic");
  }

  @Test
  void measuresLengthInCharactersNotInHalves() {
    assertThat(judge("😀😀😀", new Length(3, 3))).isInstanceOf(Verdict.Passed.class);
    assertThat(refusedBy(judge("аб", new Length(3, 9)))).isEqualTo("length");
    assertThat(refusedBy(judge("абвг", new Length(1, 3)))).isEqualTo("length");
  }

  @Test
  void refusesSeveralLinesWhereOneIsAsked() {
    assertThat(refusedBy(judge("тема\nещё тема", new OneLine()))).isEqualTo("one-line");
  }

  @Test
  void refusesATopicThatWasTold() {
    Gate gate = new NotToldYet(topic -> Optional.of("О чае"));
    assertThat(((Verdict.Refused) judge("О чае", gate)).reason()).contains("О чае", "another");
  }

  @Test
  void refusesAnArticleWithoutItsHead() {
    Gate form = new ArticleForm();
    assertThat(refusedBy(judge("Просто текст", form))).isEqualTo("article-form");
    assertThat(refusedBy(judge("Title: Т\nSummary: С\nTags: т\n", form))).isEqualTo("article-form");
    assertThat(refusedBy(judge("Title: " + "т".repeat(151) + "\nSummary: С\n\nТ", form)))
        .isEqualTo("article-form");
    assertThat(judge("Title: Т\nSummary: С\n\nТекст", form)).isInstanceOf(Verdict.Passed.class);
  }

  private static Verdict judge(String text, Gate... gates) {
    return Gates.of(gates).judge(new Answer(text, "stop", null, null, 1));
  }

  private static String refusedBy(Verdict verdict) {
    return verdict instanceof Verdict.Refused refused ? refused.gate() : "passed";
  }
}
