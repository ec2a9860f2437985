package io.broadsheet.publisher.channel.mastodon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.publisher.channel.Posts;
import io.broadsheet.publisher.channel.Unrenderable;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusTextTest {

  private static final String LINK = "https://news.example.org/ru/one";

  private static StatusText text(int maxCharacters) {
    return new StatusText(
        new MastodonSettings(
            URI.create("https://mastodon.example"), "token", "public", maxCharacters, 23));
  }

  private static String teaser(int max, String title, String summary, List<String> tags) {
    return text(max).teaser(Posts.post("one", title, summary, "", tags), LINK);
  }

  @Test
  void isTitleSummaryLinkAndTags() {
    assertThat(teaser(500, "Заголовок", "О чём речь.", List.of("open source", "java")))
        .isEqualTo("Заголовок\n\nО чём речь.\n\n" + LINK + "\n\n#open_source #java");
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 201, 499, 500, 501})
  void fillsTheLimitAndKeepsToIt(int max) {
    String text = teaser(max, "Заголовок", "слово ".repeat(500), List.of("java"));

    // The link counts 23, and a word is not cut.
    int counted = text.length() - LINK.length() + 23;
    assertThat(counted).isBetween(max - 7, max);
    assertThat(text).endsWith(LINK + "\n\n#java");
  }

  @Test
  void aLongLinkCostsNoMoreThanAShortOne() {
    String link = "https://news.example.org/ru/" + "a".repeat(300);
    String text = text(500).teaser(Posts.post("one", "T", "слово ".repeat(500), ""), link);

    assertThat(text.length() - link.length() + 23).isBetween(490, 500);
  }

  @Test
  void anAddressThatMastodonMayNotLinkIsCountedInFull() {
    String link = "http://localhost:8080/" + "a".repeat(100);
    String text = text(200).teaser(Posts.post("one", "T", "слово ".repeat(500), ""), link);

    assertThat(text.length()).isLessThanOrEqualTo(200);
  }

  @Test
  void aLinkThatLeavesNoRoomIsSaid() {
    String link = "http://localhost/" + "a".repeat(200);

    assertThatThrownBy(() -> text(200).teaser(Posts.post("one", "T", "S", ""), link))
        .isInstanceOf(Unrenderable.class)
        .hasMessageContaining("max-characters");
  }

  @Test
  void aShortAddressInTheSummaryCountsAsMastodonCountsIt() {
    assertThat(text(500).length("см. http://a.io и"))
        .isGreaterThanOrEqualTo("см.  и".length() + 23);
  }

  @Test
  void addressesThatTouchCountEach() {
    // Mastodon ends the first at the bracket and leaves the full stops out.
    assertThat(text(500).length("http://a.io<http://b.io......"))
        .isGreaterThanOrEqualTo("<......".length() + 2 * 23);
  }

  @Test
  void nobodyIsNamed() {
    String text =
        teaser(500, "Спросите @admin", "и (@user@host.example), почта a@b.example", List.of());

    assertThat(text).contains("@\u200Badmin", "(@\u200Buser@host.example", "a@b.example");
  }

  @Test
  void tagsGiveWayBeforeTheLink() {
    String text =
        teaser(
            200,
            "слово ".repeat(50),
            "С.",
            List.of("х".repeat(40), "й".repeat(40), "ц".repeat(40)));

    assertThat(text).endsWith(LINK).doesNotContain("#");
  }
}
