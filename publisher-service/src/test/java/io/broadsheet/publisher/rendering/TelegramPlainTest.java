package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.publisher.channel.Posts;
import java.util.List;
import org.junit.jupiter.api.Test;

class TelegramPlainTest {

  private static final String LINK = Forms.LINK;

  @Test
  void writesLinksOut() {
    String html =
        TelegramHtml.full(
                Posts.post(
                    "one",
                    "T",
                    "S",
                    "a **b** &lt;b> [c](https://e.org/?d&e) https://e.org\n\n[f](https://e.org/)",
                    List.of("tag")),
                LINK)
            .get(0)
            .html();

    assertThat(TelegramPlain.of(html))
        .isEqualTo(
            "T\n\na b <b> c (https://e.org/?d&e) https://e.org\n\nf: https://e.org/\n\n#tag\n\n"
                + "Страница статьи: https://telegra.ph/T-11-30");
  }

  @Test
  void leavesALinkThatSaysItsAddress() {
    assertThat(TelegramPlain.of("<a href=\"https://e.org/\">https://e.org/</a>"))
        .isEqualTo("https://e.org/");
  }

  @Test
  void keepsThePartsOwnLinkWhenAddressesDoNotFit() {
    String text = "[слово](https://e.org/" + "a".repeat(500) + ") и ещё слово. ";
    TelegramMessage part =
        TelegramHtml.full(Posts.post("one", "T", "S", text.repeat(300)), LINK).get(0);

    String plain = TelegramPlain.of(part.html());

    assertThat(plain).startsWith("T\n\nслово и ещё слово. слово").doesNotContain("e.org");
    assertThat(plain).containsPattern("слово\\.\n\n1/\\d: https://telegra\\.ph/T-11-30#part-1$");
  }

  @Test
  void shortensWhatOnlyFitsWithMarkup() {
    String link = "https://example.org/" + "a".repeat(1_900);
    String html =
        TelegramHtml.teaser(Posts.post("one", "T", "Одно предложение. ".repeat(400), "B"), link);

    String plain = TelegramPlain.of(html);

    assertThat(CleanText.length(plain)).isBetween(4_000, 4_096);
    assertThat(plain)
        .contains("предложение.\n\nЧитать полностью: " + link + "\n\n#open_source #java");
  }
}
