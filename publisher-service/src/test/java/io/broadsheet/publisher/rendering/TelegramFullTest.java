package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Posts;
import io.broadsheet.sandbox.telegram.ParsedHtml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelegramFullTest {

  private static final String LINK = Forms.LINK;
  private static final String END =
      "\n\n<a href=\"https://telegra.ph/T-11-30\">Страница статьи</a>";

  private static List<TelegramMessage> full(String markdown) {
    return TelegramHtml.full(Posts.post("one", "T", "Суть.", markdown, List.of()), LINK);
  }

  private static List<String> html(String markdown) {
    return full(markdown).stream().map(TelegramMessage::html).toList();
  }

  private static String body(String markdown) {
    assertThat(full(markdown)).hasSize(1);
    String html = html(markdown).get(0);
    return html.substring("<b>T</b>\n\n".length(), html.length() - END.length());
  }

  private static String visible(String html) {
    return ParsedHtml.of(html).text();
  }

  @Test
  void isOneMessageWithTitleBodyTagsAndLink() {
    assertThat(TelegramHtml.full(Posts.post("one", "T", "S", "# T\n\nBody"), LINK))
        .containsExactly(new TelegramMessage("<b>T</b>\n\nBody\n\n#open_source #java" + END, LINK));
  }

  @Test
  void mapsBlocks() {
    assertThat(
            body(
                "## A\n\nb *c* ~~d~~\n\n> E\n>\n> F\n>\n> > G\n\n---\n\n```java\n  h < i\n```\n\n    j"))
        .isEqualTo(
            "<b>A</b>\n\nb <i>c</i> <s>d</s>\n\n<blockquote>E\n\nF\n\n» G</blockquote>\n\n"
                + "* * *\n\n<pre><code class=\"language-java\">  h &lt; i</code></pre>\n\n"
                + "<pre>j</pre>");
  }

  @Test
  void mapsLists() {
    assertThat(body("- A\n  - B\n\n    C\n- D\n\n3. E\n4. F\n\nG"))
        .isEqualTo("• A\n    • B\n        C\n• D\n\n3. E\n4. F\n\nG");
    assertThat(body("- ```\n  a\n  ```\n- > b"))
        .isEqualTo("•\n<pre>a</pre>\n<blockquote>• b</blockquote>");
  }

  @Test
  void mapsTables() {
    assertThat(body("| A | B |\n|-|-|\n| c < d | e |"))
        .isEqualTo("<pre>A     | B\nc &lt; d | e</pre>");
    assertThat(body("| A | B |\n|-|-|\n| [c](https://e.org/) | **d** |\n| | e |"))
        .isEqualTo("• A: <a href=\"https://e.org/\">c</a>; B: <b>d</b>\n• B: e");
    assertThat(body("| A | B |\n|-|-|\n| " + "c".repeat(70) + " | d |"))
        .isEqualTo("• A: " + "c".repeat(70) + "; B: d");
  }

  @Test
  void keepsOnlyLinksThatTelegramKeeps() {
    assertThat(
            body(
                "[a](https://e.org/?x=1&y=2) ![b](https://e.org/b.png) [c](javascript:d)"
                    + " [e](mailto:f@g.org) <h@i.org> ![](https://e.org/)"))
        .isEqualTo(
            "<a href=\"https://e.org/?x=1&amp;y=2\">a</a> <a href=\"https://e.org/b.png\">b</a> c"
                + " e (f@g.org) h@i.org <a href=\"https://e.org/\">https://e.org/</a>");
  }

  @Test
  void nestsNothingThatTelegramDoesNot() {
    assertThat(body("**a `b` *c***")).isEqualTo("<b>a </b><code>b</code><b> <i>c</i></b>");
    assertThat(body("[`a`](https://e.org/)")).isEqualTo("<a href=\"https://e.org/\">a</a>");
  }

  @Test
  void showsTheSummaryWhereTheBodyShowsNothing() {
    assertThat(body("[x]: https://e.org/")).isEqualTo("Суть.");
    assertThat(body("<!-- a -->")).isEqualTo("Суть.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"😀", "ж", "&", "a", "<"})
  @Case("T1")
  void fillsAMessageExactlyAndSplitsBeyondIt(String letter) {
    int fixed = CleanText.length(visible(html("x").get(0))) - 1;
    String exact = letter.repeat(4_096 - fixed);

    assertThat(CleanText.length(visible(html(exact).get(0)))).isEqualTo(4_096);
    assertThat(full(exact)).hasSize(1);
    assertThat(full(exact + letter)).hasSize(2);
  }

  @Test
  void marksEachPart() {
    List<TelegramMessage> parts = full("Одно предложение. ".repeat(400));

    assertThat(parts).hasSize(2);
    assertThat(parts.get(0).html())
        .startsWith("<b>T</b>\n\nОдно предложение. ")
        .endsWith("предложение.\n\n<a href=\"https://telegra.ph/T-11-30#part-1\">1/2</a>");
    assertThat(parts.get(1).html())
        .startsWith("Одно предложение. ")
        .endsWith("предложение.\n\n<a href=\"https://telegra.ph/T-11-30#part-2\">2/2</a>");
    assertThat(parts)
        .extracting(TelegramMessage::link)
        .containsExactly(LINK + "#part-1", LINK + "#part-2");
  }

  @Test
  void splitsBetweenBlocks() {
    String paragraph = "Слово " + "о".repeat(2_000) + ".";

    assertThat(html(paragraph + "\n\n" + paragraph + "\n\n" + paragraph))
        .allSatisfy(html -> assertThat(visible(html)).contains(paragraph));
  }

  @Test
  void keepsTheIndentOfAListThatGoesOnInTheNextMessage() {
    String item = "о".repeat(1_400);

    List<String> parts =
        html("- а\n  - б" + item + "\n    - в" + item + "\n    - г" + item + "\n\n      ## д");

    assertThat(parts).hasSize(2);
    assertThat(visible(parts.get(1)))
        .startsWith("\u00A0".repeat(8) + "• г")
        .contains("\n" + " ".repeat(12) + "д\n");
    assertThat(TelegramPlain.of(parts.get(1))).startsWith("\u00A0".repeat(8) + "• г");
  }

  @Test
  void leavesNoHeadingBehind() {
    String paragraph = "о".repeat(3_000) + ".";

    List<String> parts = html(paragraph + "\n\n## Глава\n\n" + paragraph);

    assertThat(parts).hasSize(2);
    assertThat(parts.get(0)).doesNotContain("Глава");
    assertThat(parts.get(1)).startsWith("<b>Глава</b>\n\nооо");
  }

  @Test
  @Case("T3")
  void closesAndReopensBoldAtTheLimit() {
    List<String> parts = html("**" + "Жирное предложение. ".repeat(300) + "конец**");

    assertThat(parts).hasSize(2);
    assertThat(parts.get(0)).contains("предложение.</b>\n\n<a");
    assertThat(parts.get(1)).startsWith("<b>Жирное").contains("конец</b>\n\n<a");
  }

  @Test
  @Case("T3")
  void keepsALinkWholeAtTheLimit() {
    String label = "ссылка из слов. Их много ".repeat(20).strip();
    String link = "<a href=\"https://e.org/\">" + label + "</a>";

    List<String> parts =
        html("слово ".repeat(650) + "[" + label + "](https://e.org/)" + " слово".repeat(100));

    assertThat(parts).hasSize(2);
    assertThat(String.join("", parts))
        .containsOnlyOnce("<a href=\"https://e.org/\">")
        .contains(link);
  }

  @Test
  @Case("T3")
  void cutsALinkOnlyWhereItIsLongerThanAMessage() {
    String label = "слово ".repeat(1_000).strip();

    List<String> parts = html("Раз. [" + label + "](https://e.org/)");

    assertThat(parts).hasSize(3);
    assertThat(parts.get(1)).startsWith("<a href=\"https://e.org/\">слово");
    assertThat(parts.get(2)).startsWith("<a href=\"https://e.org/\">слово");
  }

  @Test
  @Case("T3")
  void reopensCodeAtTheEndOfALine() {
    List<String> parts = html("```java\n" + "  a < b && c;\n".repeat(400) + "```");

    assertThat(parts).hasSize(2);
    assertThat(parts.get(0)).contains("&amp;&amp; c;</code></pre>\n\n<a");
    assertThat(parts.get(1))
        .startsWith("<pre><code class=\"language-java\">  a &lt; b")
        .contains("</code></pre>\n\n<a");
  }

  @Test
  @Case("T3")
  void splitsALineWithoutAnyEnd() {
    List<String> parts = html("😀".repeat(9_000));

    assertThat(parts).hasSize(3);
    assertThat(parts)
        .allSatisfy(html -> assertThat(visible(html).replaceAll("\\s*./.$", "")).endsWith("😀"));
  }

  @Test
  void splitsAtTheRawLimitToo() {
    String link = "[a](https://e.org/?" + "&".repeat(1_900) + ") ";

    assertThat(html(link.repeat(10)))
        .hasSizeGreaterThan(1)
        .allSatisfy(
            html ->
                assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(32_768));
  }

  @Test
  void splitsBeforeTelegramWouldDropLinks() {
    assertThat(html("[a](https://e.org/) ".repeat(200)))
        .hasSize(3)
        .allSatisfy(html -> assertThat(ParsedHtml.of(html).types()).hasSizeLessThanOrEqualTo(90));
  }

  @Test
  void neverSendsMoreThanTwelveAndSaysWhereTheRestIs() {
    List<String> parts = html("Одно предложение. ".repeat(4_000));

    assertThat(parts).hasSize(12);
    assertThat(parts.get(11))
        .endsWith(
            "предложение.\n\n<a href=\"https://telegra.ph/T-11-30\">Читать дальше</a>\n\n"
                + "<a href=\"https://telegra.ph/T-11-30#part-12\">12/12</a>");
    assertThat(CleanText.length(visible(parts.get(11)))).isBetween(4_000, 4_096);
  }

  @Test
  void marksAWordThatItHadToCutShort() {
    assertThat(html("слово".repeat(20_000)).get(11))
        .contains("сло")
        .containsPattern("\\p{L}…\n\n<a");
  }

  @Test
  void tellsPartsOfLinksWithFragmentsApart() {
    assertThat(PartLink.of("https://e.org/a", 2)).isEqualTo("https://e.org/a#part-2");
    assertThat(PartLink.of("https://e.org/a#", 2)).isEqualTo("https://e.org/a#part-2");
    assertThat(PartLink.of("https://e.org/a#top", 2)).isEqualTo("https://e.org/a#top-part-2");
  }

  @Test
  @Case("T4")
  void aCaptionKeepsThePhotosLimit() {
    String caption =
        TelegramHtml.caption(Posts.post("one", "T", "Одно предложение. ".repeat(99), "B"), LINK);

    assertThat(CleanText.length(visible(caption))).isBetween(1_000, 1_024);
    assertThat(caption).contains("предложение.\n\n<a href=\"" + LINK + "\">Читать полностью</a>");
  }

  @Test
  void findsTheFirstImageThatCanBeFetched() {
    String body =
        "![a](/a.png) ![b](http://e.org/b) [![c](HTTPS://e.org/c)](x) ![d](https://e.org/d)";

    assertThat(TelegramHtml.firstImage(Posts.post("one", "T", "S", body)))
        .contains("HTTPS://e.org/c");
    assertThat(TelegramHtml.firstImage(Posts.post("one", "T", "S", "![a](/a.png)"))).isEmpty();
  }
}
