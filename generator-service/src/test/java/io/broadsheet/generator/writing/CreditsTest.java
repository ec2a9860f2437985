package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
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
    assertThat(
            Credits.added(ARTICLE, "ru", List.of(new Byline(0, "vera"), new Byline(1, "anna")))
                .body())
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
    assertThat(Credits.added(ARTICLE, "de", List.of(new Byline(0, "vera"))).body())
        .contains("## Раз\n\n*By vera*\n\nТекст.")
        .contains("## Два\n\nТекст.")
        .endsWith("*Written by the language models vera.*");
  }

  @Test
  @Case("byline-under-anothers-section")
  void bylinesStandWhereTheSectionsStandWhateverHeadingsAreBefore() {
    Article article =
        new Article(
            "О чае",
            "Коротко.",
            List.of("чай"),
            "О выпуске\n---------\n\nЛид.\n\n  ## Раз\n\nТекст.\n\nДва\n---\n\nТекст.");

    String body =
        Credits.added(article, "ru", List.of(new Byline(1, "vera"), new Byline(2, "anna"))).body();

    assertThat(body)
        .startsWith("О выпуске\n---------\n\nЛид.\n\n  ## Раз\n\n*Автор: vera*\n\nТекст.")
        .contains("Два\n---\n\n*Автор: anna*\n\nТекст.");
  }

  @Test
  void anArticleThatLacksASectionIsNotSigned() {
    assertThatThrownBy(() -> Credits.added(ARTICLE, "en", List.of(new Byline(3, "vera"))))
        .isInstanceOf(WritingFailed.class)
        .hasMessageContainingAll("3 parts", "vera");
  }
}
