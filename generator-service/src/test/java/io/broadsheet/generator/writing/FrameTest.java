package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(frame.authors()).containsExactly("vera", "anna");
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
