package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Posts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelegramHtmlTest {

  private static final String LINK = "https://telegra.ph/T-11-30";

  private static PostEvent post(String title, String summary, List<String> tags) {
    return Posts.post("one", title, summary, "body", tags);
  }

  // What readers see: tags gone, entities read.
  private static String visible(String html) {
    return html.replaceAll("<[^>]*>", "")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }

  @Test
  void showsTitleSummaryLinkAndTags() {
    assertThat(TelegramHtml.teaser(post("Заголовок", "Суть. Дело.", List.of("a b")), LINK))
        .isEqualTo(
            "<b>Заголовок</b>\n\nСуть. Дело.\n\n"
                + "<a href=\"https://telegra.ph/T-11-30\">Читать полностью</a>\n\n#a_b");
  }

  @Test
  void escapesWhatTheParserReads() {
    String html =
        TelegramHtml.teaser(
            post("<b>&amp;", "a < b && c > d </b> &nbsp; &#60;", List.of()),
            "https://example.org/?a=1&b=\"2\"");

    assertThat(html)
        .contains("<b>&lt;b&gt;&amp;amp;</b>")
        .contains("a &lt; b &amp;&amp; c &gt; d &lt;/b&gt; &amp;nbsp; &amp;#60;")
        .contains("<a href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\">");
  }

  @ParameterizedTest
  @ValueSource(strings = {"😀", "ж", "&", "a", "<"})
  @Case("T1")
  void fillsTheLimitExactlyAndShortensBeyondIt(String letter) {
    int fixed = CleanText.length(visible(TelegramHtml.teaser(post("T", "x", List.of()), LINK))) - 1;
    String exact = letter.repeat(TelegramHtml.MAX_CODE_POINTS - fixed);

    String full = TelegramHtml.teaser(post("T", exact, List.of()), LINK);
    String cut = TelegramHtml.teaser(post("T", exact + letter, List.of()), LINK);

    assertThat(CleanText.length(visible(full))).isEqualTo(TelegramHtml.MAX_CODE_POINTS);
    assertThat(visible(full)).contains(exact).doesNotContain("…");
    assertThat(CleanText.length(visible(cut))).isLessThanOrEqualTo(TelegramHtml.MAX_CODE_POINTS);
    assertThat(visible(cut)).contains("…\n\nЧитать полностью");
    assertThat(cut).contains("<a href=\"" + LINK + "\">");
  }

  @Test
  void staysWithinTheRawLimit() {
    String link = "https://example.org/" + "&".repeat(1_980);

    String html = TelegramHtml.teaser(post("&".repeat(400), "&".repeat(5_000), List.of()), link);

    assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(32_768);
    assertThat(CleanText.length(visible(html))).isLessThanOrEqualTo(4_096);
  }

  @Test
  void doesWithoutASummary() {
    assertThat(TelegramHtml.teaser(post("T", " \n ", List.of()), LINK))
        .isEqualTo("<b>T</b>\n\n<a href=\"" + LINK + "\">Читать полностью</a>");
  }
}
