package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CreditsTest {

  private static final Article ARTICLE =
      new Article(
          "О чае",
          "Коротко.",
          List.of("чай"),
          "Лид.\n\n## Раз\n\nТекст.\n\n### Шаг\n\n```\n## код\n```\n\n## Два\n\nТекст.\n\n## Итог\n\nВсё.");

  @Test
  void everySectionSaysWhoWroteIt() {
    assertThat(Credits.added(ARTICLE, "ru", List.of("vera", "anna")).body())
        .isEqualTo(
            """
            Лид.

            ## Раз

            *Автор: vera*

            Текст.

            ### Шаг

            ```
            ## код
            ```

            ## Два

            *Автор: anna*

            Текст.

            ## Итог

            Всё.

            *Над выпуском работали языковые модели: vera, anna.*""");
  }

  @Test
  void otherLanguagesGetEnglishCredits() {
    assertThat(Credits.added(ARTICLE, "de", List.of("vera")).body())
        .contains("## Раз\n\n*By vera*\n\nТекст.")
        .contains("## Два\n\nТекст.")
        .endsWith("*Written by the language models vera.*");
  }
}
