package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlainCompositionTest {

  @Test
  void putsSectionsUnderHeadingsInTheirOrder() {
    Article article =
        PlainComposition.of(
            "О чае",
            List.of(
                new Section(
                    "Начало: что это",
                    "anna",
                    "Чай — **напиток**, см. [тут](https://e.org).\n\nЕщё."),
                new Section("Конец", "boris", "Конец.")));

    assertThat(article.title()).isEqualTo("О чае");
    assertThat(article.summary()).isEqualTo("Чай — напиток, см. тут.");
    assertThat(article.body())
        .isEqualTo(
            "## Начало\n\nЧай — **напиток**, см. [тут](https://e.org).\n\nЕщё.\n\n## Конец\n\nКонец.");
  }

  @Test
  void shortensBetweenWords() {
    Article article =
        PlainComposition.of(
            "слово ".repeat(60), List.of(new Section("a", "b", "слово ".repeat(99))));

    assertThat(article.title()).hasSizeLessThanOrEqualTo(150).endsWith("слово…");
    assertThat(article.summary()).hasSizeLessThanOrEqualTo(300).endsWith("слово…");
  }
}
