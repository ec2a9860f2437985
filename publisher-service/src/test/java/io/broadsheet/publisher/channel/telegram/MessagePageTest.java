package io.broadsheet.publisher.channel.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.publisher.channel.Listing;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessagePageTest {

  private static final String MESSAGE =
      """
      <div class="tgme_widget_message_wrap"><div class="tgme_widget_message" data-post="news/12">
      <div class="tgme_widget_message_text">T <a href="https://e.org/?a=1&amp;b=2">x</a></div>
      <a class="tgme_widget_message_date" href="https://t.me/news/12">
      <time datetime="2026-11-30T10:00:00+03:00">10:00</time></a></div></div>
      """;

  private static String history(String inside) {
    return "<html><body><section class=\"tgme_channel_history js-message_history\">"
        + inside
        + "</section></body></html>";
  }

  @Test
  void readsMessages() {
    assertThat(MessagePage.read(history(MESSAGE)).orElseThrow().messages())
        .containsExactly(
            new Listing.Entry(
                "12",
                Instant.parse("2026-11-30T07:00:00Z"),
                List.of("https://e.org/?a=1&b=2", "https://t.me/news/12")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a href=\"/s/news?before=12\" class=\"tme_messages_more\"></a>",
        "<a href=\"https://t.me/s/news?q=x&amp;before=12\"></a>"
      })
  void readsTheWayToOlderOnes(String link) {
    assertThat(MessagePage.read(history(link + MESSAGE)).orElseThrow().before()).contains(12L);
  }

  @Test
  void knowsTheBeginning() {
    assertThat(MessagePage.read(history(MESSAGE)).orElseThrow().before()).isEmpty();
    assertThat(MessagePage.read(history("\n")).orElseThrow().messages()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<html><body>Telegram: Contact @news</body></html>",
        "<section class='tgme_channel_history'><div class='new_message'>x</div></section>",
        "<section class='tgme_channel_history'><div class='tgme_widget_message'"
            + " data-post='news/1'>x</div></section>",
        "<section class='tgme_channel_history'><div class='tgme_widget_message'"
            + " data-post='news/x'><a class='tgme_widget_message_date'><time"
            + " datetime='2026-11-30T10:00:00Z'></time></a></div></section>",
        "<section class='tgme_channel_history'><a href='?before=3'></a></section>"
      })
  void understandsAllOrNothing(String html) {
    assertThat(MessagePage.read(html)).isEmpty();
  }
}
