package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameTest {

  private static final String BODY =
      """
      Вступление.

      Ещё абзац.

      ## Первый ##

      [[Vera]]

      ## Второй

      [[ anna ]]

      ## Итог

      Вывод.
      """;

  @Test
  void isALeadAndPartsUnderHeadings() {
    Frame frame = Frame.of(BODY);

    assertThat(frame.lead()).isEqualTo("Вступление.\n\nЕщё абзац.");
    assertThat(frame.parts())
        .containsExactly(
            new Frame.Part("Первый", "[[Vera]]"),
            new Frame.Part("Второй", "[[ anna ]]"),
            new Frame.Part("Итог", "Вывод."));
    assertThat(frame.bylines()).containsExactly(new Byline(0, "vera"), new Byline(1, "anna"));
  }

  @Test
  void takesTheSectionsWordForWordInTheOrderOfTheirMarks() {
    String body =
        Frame.of(BODY)
            .filled(
                List.of(
                    new Section("a", "anna", "Анна пишет [[vera]] и **так**."),
                    new Section("b", "vera", "# Шаг\n\nВера.\n\n```\n# код\n```")));

    assertThat(body)
        .isEqualTo(
            """
            Вступление.

            Ещё абзац.

            ## Первый

            ### Шаг

            Вера.

            ```
            # код
            ```

            ## Второй

            Анна пишет [[vera]] и **так**.

            ## Итог

            Вывод.""");
  }

  @Test
  @Case("byline-under-anothers-section")
  void everyHeadingOfTheSecondLevelBeginsAPartInWhateverForm() {
    Frame frame =
        Frame.of(
            "Лид.\n\n ## С отступом\n\n[[anna]]\n\nЧертой\nснизу\n---\n\n[[vera]]\n\n"
                + "> ## Цитата\n\n```\n## код\n```\n\n- пункт\n\n  ## в пункте");

    assertThat(frame.lead()).isEqualTo("Лид.");
    assertThat(frame.parts())
        .extracting(Frame.Part::heading)
        .containsExactly("С отступом", "Чертой снизу");
    assertThat(frame.bylines()).containsExactly(new Byline(0, "anna"));
  }

  @Test
  @Case("byline-under-anothers-section")
  void aLeadOfThePlainTemplateMayHaveItsOwnParts() {
    Frame frame =
        Frame.plain("О выпуске\n---\n\nЛид.", List.of(new Section("Раз: два", "anna", "Текст.")));

    assertThat(frame.bylines()).containsExactly(new Byline(1, "anna"));
    assertThat(frame.filled(List.of(new Section("Раз", "anna", "Текст."))))
        .isEqualTo("## О выпуске\n\nЛид.\n\n## Раз\n\nТекст.");
  }

  @Test
  void anyTextHasAFrame() {
    assertThat(Frame.of("")).isEqualTo(new Frame("", List.of()));
    assertThat(Frame.of("Только текст")).isEqualTo(new Frame("Только текст", List.of()));
  }

  @Test
  void headingsOfSectionsGoBelowTheArticlesWhateverTheirForm() {
    assertThat(LowerHeadings.of("Раз\nдва\n---\n\nТекст\n\n## Три\n#### Четыре"))
        .isEqualTo("### Раз два\n\n\n\nТекст\n\n### Три\n#### Четыре");
    assertThat(LowerHeadings.of("> # Цитата\n\n- # Пункт")).isEqualTo("> # Цитата\n\n- # Пункт");
  }
}
