package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.sandbox.telegram.ParsedHtml;
import io.broadsheet.sandbox.telegraph.CheckedContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Every form of a post, held against the sandbox's parsers, the limits and the whole text. */
final class Forms {

  static final String LINK = "https://telegra.ph/T-11-30";
  private static final int VK_LIMIT = 4_000;
  private static final Pattern MARKER = Pattern.compile("\\s*\\d+/\\d+$");
  private static final Pattern DOMAIN =
      Pattern.compile("[\\p{L}\\p{N}]\\.\\p{L}\\p{M}*[\\p{L}\\p{N}]");

  private Forms() {}

  /** Fails unless every form is acceptable and complete. */
  static void check(PostEvent post) {
    checkTelegram(TelegramHtml.teaser(post, LINK), LINK, TelegramHtml.MAX_CODE_POINTS);
    checkTelegram(TelegramHtml.caption(post, LINK), LINK, TelegramHtml.MAX_CAPTION_CODE_POINTS);
    checkFull(post);
    checkTelegraph(TelegraphPage.of(post, LINK));
    checkVk(post);
    TelegramHtml.firstImage(post)
        .ifPresent(image -> assertThat(image).startsWithIgnoringCase("https://"));
  }

  private static ParsedHtml checkTelegram(String html, String link, int max) {
    checkCharacters(html);
    assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(32_768);
    ParsedHtml parsed = ParsedHtml.of(html);
    assertThat(CleanText.length(parsed.text())).isBetween(1, max);
    assertThat(parsed.links()).contains(link);
    assertThat(parsed.types()).hasSizeLessThanOrEqualTo(90);
    String plain = TelegramPlain.of(html);
    checkCharacters(plain);
    assertThat(plain).contains(link);
    assertThat(CleanText.length(plain)).isLessThanOrEqualTo(4_096);
    return parsed;
  }

  private static void checkFull(PostEvent post) {
    List<TelegramMessage> messages = TelegramHtml.full(post, LINK);
    assertThat(messages).hasSizeBetween(1, TelegramHtml.MAX_MESSAGES);
    assertThat(messages).extracting(TelegramMessage::link).doesNotHaveDuplicates();
    StringBuilder joined = new StringBuilder();
    boolean shortened = false;
    for (TelegramMessage message : messages) {
      ParsedHtml parsed =
          checkTelegram(message.html(), message.link(), TelegramHtml.MAX_CODE_POINTS);
      String text = parsed.text();
      if (messages.size() == 1) {
        text = text.substring(0, text.lastIndexOf("Страница статьи"));
      } else {
        assertThat(text)
            .matches(Pattern.compile(".*\\b\\d+/" + messages.size() + "$", Pattern.DOTALL));
        text = MARKER.matcher(text).replaceFirst("");
        shortened = parsed.links().contains(LINK) && text.contains("Читать дальше");
      }
      joined.append(text);
    }
    String whole = squeezed(whole(post));
    if (shortened) {
      String kept = joined.substring(0, joined.lastIndexOf("Читать дальше"));
      assertThat(whole).startsWith(squeezed(kept).replaceAll("…$", ""));
      assertThat(messages).hasSize(TelegramHtml.MAX_MESSAGES);
    } else {
      assertThat(squeezed(joined.toString())).isEqualTo(whole);
    }
  }

  /** The visible text of an article that is not split. */
  static String whole(PostEvent post) {
    StyledText whole = new StyledText();
    new TelegramArticle(post, LINK)
        .blocks()
        .forEach(block -> whole.append(block.gap()).append(block.text()));
    return ParsedHtml.of(whole.html()).text();
  }

  /** A text without white space, which splitting may change. */
  static String squeezed(String text) {
    return text.replaceAll("[\\s\\p{Z}]+", "");
  }

  private static void checkTelegraph(TelegraphPage page) {
    String json = page.content().toString();
    checkCharacters(CheckedContent.text(json));
    assertThat(json.getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThanOrEqualTo(TelegraphPage.MAX_CONTENT_BYTES);
    assertThat(CleanText.length(page.title())).isLessThanOrEqualTo(256);
  }

  private static void checkVk(PostEvent post) {
    VkText vk = new VkText(VK_LIMIT);
    for (String text : List.of(vk.teaser(post, LINK), vk.full(post, LINK))) {
      checkCharacters(text);
      assertThat(CleanText.length(text)).isLessThanOrEqualTo(VK_LIMIT);
      assertThat(text).contains(LINK);
    }
    VkText linkless = vk.withoutLinks();
    for (String text : List.of(linkless.teaser(post, LINK), linkless.full(post, LINK))) {
      checkCharacters(text);
      assertThat(CleanText.length(text)).isLessThanOrEqualTo(VK_LIMIT);
      assertThat(text).contains("telegra[.]ph/T-11-30").doesNotContain("://");
      assertThat(text).doesNotContainPattern(DOMAIN);
    }
  }

  private static void checkCharacters(String text) {
    assertThat(text.codePoints().filter(Forms::isUnwanted)).isEmpty();
  }

  private static boolean isUnwanted(int c) {
    return Character.isISOControl(c) && c != '\n' && c != '\t'
        || c >= 0xD800 && c <= 0xDFFF
        || c >= 0x202A && c <= 0x202E
        || c >= 0x2066 && c <= 0x2069;
  }
}
