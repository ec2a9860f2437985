package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArticleFormatTest {

  @Test
  void readsWhatItWrites() {
    Article article = new Article("О чае", "Коротко.", List.of("чай", "вода"), "## Раз\n\nДва");

    assertThat(ArticleFormat.read(ArticleFormat.write(article))).contains(article);
  }

  @Test
  void readsWhatModelsMakeOfIt() {
    String text =
        """

        **Title:** О чае

        # Summary: Коротко.
        TAGS: #Чай, «вода»; чай

        Текст.
        Title: не заголовок
        """;

    assertThat(ArticleFormat.read(text))
        .contains(
            new Article(
                "О чае", "Коротко.", List.of("чай", "вода"), "Текст.\nTitle: не заголовок"));
  }

  @Test
  void missesWhatIsMissing() {
    assertThat(ArticleFormat.read("Title: О чае\n\nТекст")).isEmpty();
    assertThat(ArticleFormat.read("Summary: Коротко.\n\nТекст")).isEmpty();
    assertThat(ArticleFormat.read("Title: О чае\nSummary: Коротко.")).isEmpty();
    assertThat(ArticleFormat.read("")).isEmpty();
  }
}
