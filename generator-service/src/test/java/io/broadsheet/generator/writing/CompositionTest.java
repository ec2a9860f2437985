package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.Answers;
import io.broadsheet.generator.testing.TestConfig;
import io.broadsheet.generator.writing.gate.GateSettings;
import io.broadsheet.generator.writing.gate.Verdict;
import io.broadsheet.generator.writing.gate.WritingGates;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompositionTest {

  private static final String GOOD =
      """
      Title: Почему чай остывает раньше, чем мы дочитали страницу
      Summary: Чашка отдаёт тепло тремя путями сразу, и с каждым можно что-то сделать за минуту.
      Tags: Чай, #Физика, быт

      Чай всегда остывает не вовремя. Трое авторов объясняют, куда уходит тепло и как его удержать.

      ## Что происходит в чашке

      [[vera]]

      ## Как удержать тепло

      [[anna]]

      ## Где советы авторов сходятся и где расходятся

      Обе, anna и vera, считают крышку главным средством. Спорят они о том, греть ли чашку заранее.

      ## С чего начать сегодня

      Накройте чашку блюдцем и засеките время: разница видна с первого раза, без приборов и расчётов.
      """;
  private static final List<Section> SECTIONS =
      List.of(
          new Section(
              "Зачем",
              "anna",
              "Накройте чашку. Крышка держит пар, а с паром уходит больше всего тепла, это видно сразу."),
          new Section(
              "Что",
              "vera",
              "Сначала остывает поверхность. Потом тёплая вода поднимается снизу и остывает тоже."));

  private final Brief brief = EditorialPlan.read(TestConfig.of(Map.of())).brief("howto");

  @Test
  void aGoodFrameBecomesAnArticleWithTheAuthorsInItsOrder() {
    Composition composition = composition(Map.of());
    Verdict verdict = composition.judge(Answers.whole(GOOD));
    assertThat(verdict).isInstanceOf(Verdict.Passed.class);

    Manuscript made = composition.made(((Verdict.Passed) verdict).submission());

    assertThat(made.authors()).containsExactly("vera", "anna");
    assertThat(made.article().tags()).containsExactly("чай", "физика", "быт");
    assertThat(made.article().body())
        .startsWith("Чай всегда остывает")
        .contains("## Что происходит в чашке\n\nСначала остывает поверхность.")
        .contains("## Как удержать тепло\n\nНакройте чашку. Крышка держит пар")
        .endsWith("без приборов и расчётов.")
        .doesNotContain("[[");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[[vera]]|Сначала остывает вода.|attributions|[[vera]] was missing",
        "[[vera]]|[[boris]]|attributions|[[boris]] is of no author",
        "[[vera]]|[[anna]]|attributions|[[anna]] stood 2 times",
        "[[anna]]|[[anna]] Чай.|article-parts|nothing else",
        "Обе, anna и vera,|Обе, anna и gleb,|attributions|\"gleb\" wrote nothing here",
        "Обе, anna и vera,|Обе стороны|attributions|at least 2 of the authors",
        "## С чего начать сегодня|## Итого|article-parts|С чего начать сегодня",
        "## Где советы авторов сходятся и где расходятся|## Прочее|article-parts|was missing",
        "Чай всегда остывает не вовремя. Трое авторов объясняют, куда уходит тепло и как его удержать.|Чай.|article-parts|lead",
        "Summary: Чашка|Сводка: Чашка|article-form|Summary",
        "Summary: Чашка|Summary: [[boris]] Чашка|marks|[[boris]]",
        "без приборов и расчётов.|без приборов и|ending|broke off",
      })
  void aBadFrameIsRefusedByTheGateThatNamesIt(String good, String bad, String gate, String reason) {
    assertThat(GOOD).contains(good);

    Verdict verdict = composition(Map.of()).judge(Answers.whole(GOOD.replace(good, bad)));

    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused -> {
              assertThat(refused.gate()).as(refused.reason()).isEqualTo(gate);
              assertThat(refused.reason()).contains(reason);
            });
  }

  @Test
  @Case("byline-under-anothers-section")
  void aHeadingInTheLeadIsRefusedInWhateverForm() {
    for (String heading : List.of("Чашка\n-----", "  ## Чашка", "> ## Чашка", "Чашка\n====")) {
      String headed = GOOD.replace("## Что происходит", heading + "\n\nЧай.\n\n## Что происходит");

      assertThat(composition(Map.of()).judge(Answers.whole(headed)))
          .as(heading)
          .isInstanceOfSatisfying(
              Verdict.Refused.class,
              refused -> assertThat(refused.gate()).isEqualTo("article-parts"));
    }
  }

  @Test
  void aComposerSignsNothingAndDefinesNoLinksForSections() {
    String signed = GOOD.replace("Накройте чашку блюдцем", "Автор: vera\n\nНакройте чашку блюдцем");
    String defines = GOOD + "\n[крышку]: https://evil.io\n";

    assertThat(composition(Map.of()).judge(Answers.whole(signed)).toString())
        .contains("bylines", "Автор: vera");
    assertThat(composition(Map.of()).judge(Answers.whole(defines)).toString())
        .contains("inline-links", "крышку");
  }

  @Test
  void aMarkThatStandsTwiceIsRefused() {
    String twice = GOOD.replace("## С чего", "## Ещё\n\n[[anna]]\n\n## С чего");

    assertThat(composition(Map.of()).judge(Answers.whole(twice)))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused -> assertThat(refused.reason()).contains("[[anna]] stood 2 times"));
  }

  @Test
  void theWholeArticleIsJudgedToo() {
    assertThat(
            composition(Map.of("broadsheet.gates.banned-phrases", "остывает поверхность"))
                .judge(Answers.whole(GOOD)))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused -> assertThat(refused.gate()).isEqualTo("banned-phrases"));
  }

  @Test
  void withoutAComposerTheArticleStandsAsItIs() {
    Manuscript plain = composition(Map.of()).plain();

    assertThat(plain.authors()).containsExactly("anna", "vera");
    assertThat(plain.article())
        .isEqualTo(
            new Article(
                "Почему чай остывает",
                SECTIONS.get(0).text(),
                List.of("практикум", "своими руками"),
                "Тема этого выпуска — «Почему чай остывает». Авторы пишут о ней с разных сторон,"
                    + " каждый от своего имени.\n\n## Зачем\n\n"
                    + SECTIONS.get(0).text()
                    + "\n\n## Что\n\n"
                    + SECTIONS.get(1).text()));
  }

  @Test
  void whatTheGatesRefuseIsNotPutTogetherEither() {
    Composition composition =
        composition(Map.of("broadsheet.gates.banned-phrases", "остывает поверхность"));

    assertThatThrownBy(composition::plain)
        .isInstanceOf(WritingFailed.class)
        .hasMessageContainingAll("no article", "banned-phrases");
  }

  @Test
  @Case("eight-authors-in-a-row")
  void aComparisonMayNameAllAuthorsInARow() {
    List<Section> sections =
        List.of(
            new Section("Зачем", "claude-haiku-four-five", SECTIONS.get(0).text()),
            new Section("Что", "gpt-five-mini-high", SECTIONS.get(1).text()));
    String frame =
        GOOD.replace("anna и vera", "anna, vera")
            .replace("anna", "claude-haiku-four-five")
            .replace("vera", "gpt-five-mini-high");

    assertThat(composition(sections, Map.of()).judge(Answers.whole(frame)))
        .isInstanceOf(Verdict.Passed.class);
  }

  private Composition composition(Map<String, String> properties) {
    return composition(SECTIONS, properties);
  }

  private Composition composition(List<Section> sections, Map<String, String> properties) {
    Assignment assignment = new Assignment(LocalDate.parse("2026-03-10"), "howto", "ru", () -> {});
    return new Composition(
        assignment,
        "Почему чай остывает",
        brief,
        sections,
        Set.of("gleb"),
        new WritingGates(GateSettings.read(TestConfig.of(properties))));
  }
}
