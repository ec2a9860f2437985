package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Posts;
import org.junit.jupiter.api.Test;

class VkTextTest {

  private static final String LINK = "https://telegra.ph/T-11-30";
  private static final int LIMIT = 15_000;

  private static String full(String markdown) {
    return new VkText(LIMIT).full(Posts.post("one", "Заголовок", "Суть.", markdown), LINK);
  }

  private static String teaser(String summary) {
    return new VkText(LIMIT).teaser(Posts.post("one", "Заголовок", summary, "body"), LINK);
  }

  private static String body(String markdown) {
    String text = full(markdown);
    return text.substring("Заголовок\n\n".length(), text.indexOf("\n\nЧитать полностью: " + LINK));
  }

  @Test
  void teases() {
    assertThat(teaser("Суть. Дело."))
        .isEqualTo(
            "Заголовок\n\nСуть. Дело.\n\nЧитать полностью: https://telegra.ph/T-11-30\n\n"
                + "#open_source #java");
  }

  @Test
  void makesLinksReadable() {
    assertThat(
            body(
                "См. [сайт](https://e.org/a), <https://e.org/b>, [x](javascript:y),"
                    + " ![кот](https://e.org/c)"))
        .isEqualTo("См. сайт (https://e.org/a), https://e.org/b, x, кот (https://e.org/c)");
  }

  @Test
  void mapsBlocks() {
    assertThat(
            body(
                "## A\n\n"
                    + "- B\n"
                    + "  - C\n\n"
                    + "3. D\n"
                    + "4. E\n\n"
                    + "> F\n\n"
                    + "```\n"
                    + "g < h\n"
                    + "```\n\n"
                    + "---\n\n"
                    + "| I | J |\n"
                    + "|-|-|\n"
                    + "| k | l |"))
        .isEqualTo("A\n\n• B\n    • C\n\n3. D\n4. E\n\n» F\n\ng < h\n\n* * *\n\n• I: k; J: l");
  }

  @Test
  void showsNoComment() {
    assertThat(
            body(
                "<!-- a\n\nb -->\n\nc <!-- d --> e\n\n- <!-- f -->\n- g\n\n<div><!-- h --></div><!---->"))
        .isEqualTo("c  e\n\n• g\n\n<div></div>");
    // Without its end it is none: it would hide the rest of the article.
    assertThat(body("a\n\n<!-- b\n\nc")).isEqualTo("a\n\n<!-- b\n\nc");
  }

  @Test
  void showsHtmlAsText() {
    assertThat(body("a <b>c</b>\n\n<div>d</div>")).isEqualTo("a <b>c</b>\n\n<div>d</div>");
  }

  @Test
  void mentionsNobody() {
    assertThat(
            teaser(
                "[id1|Павел] [https://vk.com/x|y] @durov *id1 (Павел) a@b.ru f(*args)"
                    + " https://e.org/@x"))
        .contains(
            "[ id1|Павел] [ https://vk.com/x|y] @ durov * id1 (Павел) a@b.ru f(*args)"
                + " https://e.org/@x");
  }

  @Test
  void fillsTheLimitExactlyAndShortensBeyondIt() {
    int fixed = CleanText.length(full("x")) - 1;
    String exact = "😀".repeat(LIMIT - fixed);

    assertThat(CleanText.length(full(exact))).isEqualTo(LIMIT);
    assertThat(full(exact)).contains(exact);
    assertThat(full(exact + "😀")).contains("Читать дальше: " + LINK);
    // The words for the rest are three letters shorter than those for the whole.
    String cut = full(exact + "😀".repeat(4));
    assertThat(CleanText.length(cut)).isLessThanOrEqualTo(LIMIT);
    assertThat(cut).contains("…\n\nЧитать дальше: " + LINK);
  }

  @Test
  void shortensATeaserBySentences() {
    String text = teaser("Одно предложение. ".repeat(2_000));

    assertThat(CleanText.length(text)).isBetween(LIMIT - 20, LIMIT);
    assertThat(text).contains("предложение.\n\nЧитать полностью: " + LINK);
  }

  @Test
  void shortensAtABlock() {
    String text = full("Первое предложение. Второе предложение.\n\n".repeat(600));

    assertThat(CleanText.length(text)).isBetween(LIMIT - 50, LIMIT);
    assertThat(text).contains("предложение.\n\nЧитать дальше: " + LINK);
  }

  @Test
  void hasAFormThatVkMakesNoLinksOf() {
    VkText linkless = new VkText(LIMIT).withoutLinks();
    String body =
        "См. [сайт](https://e.org/a), <https://e.org/b>, www.example.com, почта a@b.ru, 192.168.0.1,"
            + " кремль.рф, Node.js, 3.14, т.е. так... [x](y) и HTTP://a://b.io";

    assertThat(linkless.full(Posts.post("one", "О example.com", "Суть.", body), LINK))
        .isEqualTo(
            "О example[.]com\n\nСм. сайт, e[.]org/b, www[.]example[.]com, почта a@b[.]ru,"
                + " 192[.]168[.]0[.]1, кремль[.]рф, Node[.]js, 3.14, т.е. так... x и b[.]io\n\n"
                + "Читать полностью: telegra[.]ph/T-11-30\n\n#open_source #java");
    assertThat(linkless.teaser(Posts.post("one", "T", "См. e.org.", body), LINK))
        .isEqualTo(
            "T\n\nСм. e[.]org.\n\nЧитать полностью: telegra[.]ph/T-11-30\n\n#open_source #java");
    assertThat(VkText.unlinked(LINK)).isEqualTo("telegra[.]ph/T-11-30");
  }

  @Test
  void showsTheSummaryWhereTheBodyShowsNothing() {
    assertThat(body("[x]: https://e.org/")).isEqualTo("Суть.");
  }

  @Test
  @Case("T3")
  void neverCutsAnAddress() {
    String text = full("слово ".repeat(2_470) + "(https://e.org/" + "a/b.c?d&".repeat(30) + ")");

    assertThat(text).contains("слово…\n\nЧитать дальше: " + LINK);
  }
}
