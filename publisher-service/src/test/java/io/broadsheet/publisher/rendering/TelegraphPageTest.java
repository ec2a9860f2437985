package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Posts;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TelegraphPageTest {

  private static final String LINK = "https://news.example.org/ru/one";
  private static final Set<String> TAGS =
      Set.of(
          "a",
          "aside",
          "b",
          "blockquote",
          "br",
          "code",
          "em",
          "figcaption",
          "figure",
          "h3",
          "h4",
          "hr",
          "i",
          "iframe",
          "img",
          "li",
          "ol",
          "p",
          "pre",
          "s",
          "strong",
          "u",
          "ul",
          "video");

  private static TelegraphPage page(String markdown) {
    return TelegraphPage.of(Posts.post("one", "Заголовок", "Суть.", markdown), LINK);
  }

  private static String content(String markdown) {
    return page(markdown).content().toString();
  }

  private static int bytes(TelegraphPage page) {
    return page.content().toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private static String text(JsonNode node) {
    if (node.isTextual()) {
      return node.textValue();
    }
    StringBuilder text = new StringBuilder();
    (node.isArray() ? node : node.path("children")).forEach(child -> text.append(text(child)));
    return text.toString();
  }

  private static void assertAllowed(JsonNode node) {
    if (node.isObject()) {
      assertThat(TAGS).contains(node.path("tag").textValue());
      node.path("attrs").fieldNames().forEachRemaining(name -> assertThat(name).isEqualTo("href"));
    }
    (node.isArray() ? node : node.path("children")).forEach(TelegraphPageTest::assertAllowed);
  }

  @Test
  void mapsBlocks() {
    assertThat(content("# A\n\n### B\n\nC\n\n> D\n>\n> E\n\n---\n\n```java\nint f;\n```"))
        .isEqualTo(
            """
            [{"tag":"h3","children":["A"]},{"tag":"h4","children":["B"]},\
            {"tag":"p","children":["C"]},\
            {"tag":"blockquote","children":["D",{"tag":"br"},"E"]},{"tag":"hr"},\
            {"tag":"pre","children":["int f;"]}]\
            """);
  }

  @Test
  void mapsLists() {
    assertThat(content("- A\n  - B\n\n1. C\n2. D"))
        .isEqualTo(
            """
            [{"tag":"ul","children":[{"tag":"li","children":["A",\
            {"tag":"ul","children":[{"tag":"li","children":["B"]}]}]}]},\
            {"tag":"ol","children":[{"tag":"li","children":["C"]},\
            {"tag":"li","children":["D"]}]}]\
            """);
  }

  @Test
  void mapsInlines() {
    assertThat(content("*a* **b** ~~c~~ `d` [e](https://e.org)  \nf<br>g"))
        .isEqualTo(
            """
            [{"tag":"p","children":[{"tag":"em","children":["a"]}," ",\
            {"tag":"strong","children":["b"]}," ",{"tag":"s","children":["c"]}," ",\
            {"tag":"code","children":["d"]}," ",\
            {"tag":"a","attrs":{"href":"https://e.org"},"children":["e"]},{"tag":"br"},"f",\
            {"tag":"br"},"g"]}]\
            """);
  }

  @Test
  void mapsImagesToLinks() {
    assertThat(content("![кот](https://e.org/cat.png)"))
        .contains("\"href\":\"https://e.org/cat.png\"")
        .contains("кот");
    assertThat(content("![кот](javascript:x)"))
        .isEqualTo("[{\"tag\":\"p\",\"children\":[\"кот\"]}]");
  }

  @Test
  void alignsTables() {
    assertThat(text(page("| Имя | Год |\n|---|---|\n| Ада | 1815 |\n| Грейс | 1906 |").content()))
        .isEqualTo("Имя   | Год\nАда   | 1815\nГрейс | 1906");
  }

  @Test
  void keepsTheLinksOfTables() {
    String content = content("| Имя | Сайт |\n|---|---|\n| Ада | [дом](https://ada.org) |");

    assertThat(content).contains("\"href\":\"https://ada.org\"");
    assertThat(text(page("| Имя | Сайт |\n|---|---|\n| Ада | [дом](https://ada.org) |").content()))
        .contains("Имя: Ада")
        .contains("Сайт: дом");
  }

  @Test
  void showsHtmlAsText() {
    JsonNode content =
        page("<script>alert(1)</script>\n\na <b onclick=\"x\">b</b> <!-- c -->\n\n<div>d</div>")
            .content();

    assertAllowed(content);
    assertThat(text(content))
        .contains("<script>alert(1)</script>", "<b onclick=\"x\">b</b>", "<div>d</div>")
        .doesNotContain("<!--");
  }

  @Test
  void dropsUnsafeTargetsAndKeepsTheirText() {
    assertThat(content("[a](javascript:alert(1)) [b](data:x) [c](/relative) <javascript:d>"))
        .doesNotContain("\"a\",\"attrs\"")
        .contains("a", "b", "c", "javascript:d");
  }

  @Test
  void dropsTheRepeatedTitle() {
    assertThat(content("# **Заголовок**\n\nТекст"))
        .isEqualTo("[{\"tag\":\"p\",\"children\":[\"Текст\"]}]");
    assertThat(content("# Другой\n\nТекст")).contains("Другой");
  }

  @Test
  void neverHasAnEmptyBody() {
    assertThat(content(" \n ")).isEqualTo("[{\"tag\":\"p\",\"children\":[\"Суть.\"]}]");
    assertThat(content("# Заголовок")).isEqualTo("[{\"tag\":\"p\",\"children\":[\"Суть.\"]}]");
    assertThat(content("---")).isEqualTo("[{\"tag\":\"p\",\"children\":[\"Суть.\"]}]");
    assertThat(
            TelegraphPage.of(Posts.post("one", "Заголовок", " ", "---"), LINK).content().toString())
        .isEqualTo("[{\"tag\":\"p\",\"children\":[\"Заголовок\"]}]");
  }

  @Test
  void takesNestingBeyondTheLimitAsText() {
    String content = content("> ".repeat(30) + "text");

    assertThat(content.split("\"blockquote\"", -1)).hasSizeBetween(20, 25);
    assertThat(content).contains("> > ").contains("text");
  }

  @Test
  void survivesHostileNesting() throws InterruptedException {
    String[] marks = {"> ", "- ", "[", "**a ", "*", "`", "![", "<", "~~", "| "};
    AtomicReference<Throwable> fault = new AtomicReference<>();
    Thread small =
        new Thread(
            null,
            () -> {
              for (String mark : marks) {
                assertAllowed(page(mark.repeat(20_000) + "text").content());
              }
            },
            "small-stack",
            256 * 1024);
    small.setUncaughtExceptionHandler((thread, thrown) -> fault.set(thrown));

    small.start();
    small.join();

    assertThat(fault.get()).isNull();
  }

  @Test
  @Case("P1")
  void fillsTheLimitExactlyAndShortensBeyondIt() {
    int frame = bytes(page("x")) - 1;
    String exact = "x".repeat(TelegraphPage.MAX_CONTENT_BYTES - frame);

    assertThat(bytes(page(exact))).isEqualTo(TelegraphPage.MAX_CONTENT_BYTES);
    assertThat(text(page(exact).content())).isEqualTo(exact);

    TelegraphPage cut = page(exact + "x");
    assertThat(bytes(cut)).isLessThanOrEqualTo(TelegraphPage.MAX_CONTENT_BYTES);
    assertThat(text(cut.content())).endsWith("…Читать дальше");
    assertThat(cut.content().toString()).contains("\"href\":\"" + LINK + "\"");
  }

  @Test
  @Case("P1")
  void shortensALongArticleAtABlockAndASentence() {
    StringBuilder markdown = new StringBuilder();
    for (int i = 0; markdown.length() < 40_000; i++) {
      markdown.append("Это **предложение** номер ").append(i).append(". И ещё одно.\n\n");
    }

    TelegraphPage page = page(markdown.toString());

    assertThat(bytes(page))
        .isBetween(TelegraphPage.MAX_CONTENT_BYTES - 500, TelegraphPage.MAX_CONTENT_BYTES);
    assertThat(text(page.content())).endsWith(".Читать дальше");
    assertAllowed(page.content());
  }

  @Test
  void aTableWithoutRowsKeepsItsHeadings() {
    TelegraphPage page = page("| [one](https://example.org/) | two |\n|---|---|");

    assertThat(text(page.content())).isEqualTo("one; two");
  }

  @Test
  @Case("T3")
  void shortensInsideOneLargeListAndNeverInsideALink() {
    String item = "- [ссылка номер](https://example.org/" + "x".repeat(300) + ") и текст.\n";

    TelegraphPage page = page(item.repeat(300));

    assertThat(bytes(page))
        .isBetween(TelegraphPage.MAX_CONTENT_BYTES - 800, TelegraphPage.MAX_CONTENT_BYTES);
    page.content()
        .findParents("attrs")
        .forEach(link -> assertThat(text(link)).isIn("ссылка номер", "Читать дальше"));
  }

  @Test
  @Case("T3")
  void leavesALinkOutRatherThanCutIt() {
    // Each beginning moves the limit on by four bytes, so it falls everywhere in a link once.
    for (int padding = 0; padding < 120; padding += 4) {
      TelegraphPage page =
          page(
              "x".repeat(padding) + " [одна длинная ссылка](https://example.org/) и".repeat(1_000));

      assertThat(bytes(page)).isLessThanOrEqualTo(TelegraphPage.MAX_CONTENT_BYTES);
      page.content()
          .findParents("attrs")
          .forEach(link -> assertThat(text(link)).isIn("одна длинная ссылка", "Читать дальше"));
    }
  }

  @Test
  void shortensTheTitle() {
    TelegraphPage exact = TelegraphPage.of(Posts.post("one", "😀".repeat(256), "s", "b"), LINK);
    TelegraphPage cut = TelegraphPage.of(Posts.post("one", "😀".repeat(257), "s", "b"), LINK);

    assertThat(exact.title()).isEqualTo("😀".repeat(256));
    assertThat(cut.title()).endsWith("…");
    assertThat(CleanText.length(cut.title())).isLessThanOrEqualTo(256);
  }
}
