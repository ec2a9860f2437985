package io.broadsheet.publisher.rendering;

import io.broadsheet.common.event.PostEvent;

/**
 * Telegram's HTML. Of its limits one binds here: 4,096 code points after entities are parsed
 * (TDLib, {@code message_text_length_max}). The other, 32,768 bytes of raw text, cannot be reached
 * by it: a code point takes five bytes at most, a link ten thousand.
 */
public final class TelegramHtml {

  /** The most code points that readers may see. */
  public static final int MAX_CODE_POINTS = 4_096;

  private static final int MAX_TITLE = 256;
  private static final String GAP = "\n\n";

  private TelegramHtml() {}

  /**
   * One message: title, summary, link, tags. Only the summary gives way when all do not fit.
   *
   * @param link where the whole post is; it must be a safe link
   */
  public static String teaser(PostEvent post, String link) {
    Shortening shortening = Shortening.byCodePoints(post.language());
    String title = shortening.fitTitle(post.title(), MAX_TITLE);
    String words = Wording.of(post.language()).readInFull();
    String tags = Hashtags.of(post.tags());
    int taken =
        CleanText.length(title + GAP + GAP + words)
            + (tags.isEmpty() ? 0 : CleanText.length(GAP + tags));
    String summary = shortening.fit(CleanText.of(post.summary()).strip(), MAX_CODE_POINTS - taken);
    StringBuilder html = new StringBuilder();
    html.append("<b>").append(escape(title)).append("</b>").append(GAP);
    if (!summary.isEmpty()) {
      html.append(escape(summary)).append(GAP);
    }
    html.append("<a href=\"")
        .append(escapeAttribute(link))
        .append("\">")
        .append(words)
        .append("</a>");
    if (!tags.isEmpty()) {
      html.append(GAP).append(escape(tags));
    }
    return html.toString();
  }

  /** Text as Telegram's parser shows it unchanged: it knows only these and numeric entities. */
  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  static String escapeAttribute(String text) {
    return escape(text).replace("\"", "&quot;");
  }
}
