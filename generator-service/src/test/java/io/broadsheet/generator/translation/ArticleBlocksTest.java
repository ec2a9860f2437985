package io.broadsheet.generator.translation;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.translation.Block.Kind;
import io.broadsheet.generator.writing.Article;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArticleBlocksTest {

  private static final Article ARTICLE =
      new Article(
          "О чае",
          "Коротко.",
          List.of("чай", "вода"),
          """
          Первый абзац
          в две строки.

          ## 1. Раздел с `кодом`

          - **Раз.** Пункт
            продолжен.
          - Два

            > Цитата
            > дальше.

          1. [Ссылка](https://a.ru/b) и ещё

          | А | Б |
          |---|:-:|
          | один | 2 |

          ```sh
          # не трогать
          ```

              тоже не трогать

          Строка\\
          стихов

          Два пробела  \n\
          в конце

          Сеттекст
          --------
          """);

  @Test
  void areTheTextsOfTheArticleOnOneLineEach() {
    assertThat(ArticleBlocks.of(ARTICLE).blocks())
        .extracting(block -> block.kind() + " " + block.text())
        .containsExactly(
            "TITLE О чае",
            "SUMMARY Коротко.",
            "TAGS чай, вода",
            "PARAGRAPH Первый абзац в две строки.",
            "HEADING 1. Раздел с `кодом`",
            "PARAGRAPH **Раз.** Пункт продолжен.",
            "PARAGRAPH Два",
            "PARAGRAPH Цитата дальше.",
            "PARAGRAPH [Ссылка](https://a.ru/b) и ещё",
            "CELL А",
            "CELL Б",
            "CELL один",
            "CELL 2",
            "PARAGRAPH Строка⟦br⟧стихов",
            "PARAGRAPH Два пробела⟦br⟧в конце",
            "HEADING Сеттекст");
  }

  @Test
  void keepEverythingElseWhenTheyAreReplaced() {
    ArticleBlocks blocks = ArticleBlocks.of(ARTICLE);
    Map<Integer, String> texts = new HashMap<>();
    blocks
        .blocks()
        .forEach(
            block ->
                texts.put(
                    block.id(),
                    block.kind() == Kind.TAGS
                        ? "tea, water"
                        : block.text().replace("⟦br⟧", "\\\n").toUpperCase(Locale.ROOT)));

    Article replaced = blocks.with(texts);

    assertThat(replaced.title()).isEqualTo("О ЧАЕ");
    assertThat(replaced.tags()).containsExactly("tea", "water");
    assertThat(replaced.body())
        .isEqualTo(
            """
            ПЕРВЫЙ АБЗАЦ В ДВЕ СТРОКИ.

            ## 1. РАЗДЕЛ С `КОДОМ`

            - **РАЗ.** ПУНКТ ПРОДОЛЖЕН.
            - ДВА

              > ЦИТАТА ДАЛЬШЕ.

            1. [ССЫЛКА](HTTPS://A.RU/B) И ЕЩЁ

            | А | Б |
            |---|:-:|
            | ОДИН | 2 |

            ```sh
            # не трогать
            ```

                тоже не трогать

            СТРОКА\\
            СТИХОВ

            ДВА ПРОБЕЛА\\
            В КОНЦЕ

            СЕТТЕКСТ
            --------
            """);
    assertThat(Outline.of(replaced.body()).structure())
        .isEqualTo(Outline.of(ARTICLE.body()).structure());
  }
}
