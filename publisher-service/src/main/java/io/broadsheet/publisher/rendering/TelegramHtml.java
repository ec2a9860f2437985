package io.broadsheet.publisher.rendering;

import io.broadsheet.common.event.PostEvent;
import java.util.List;
import java.util.Optional;

/**
 * Posts in Telegram's HTML. Its limits: 4,096 code points after entities are parsed (TDLib, {@code
 * message_text_length_max}), 1,024 for the caption of a photo, and 32,768 bytes of marked-up text
 * (Bot API server, {@code get_formatted_text}).
 */
public final class TelegramHtml {

  /** The most code points of a message that readers may see. */
  public static final int MAX_CODE_POINTS = 4_096;

  /** The most code points of a photo's caption that readers may see. */
  public static final int MAX_CAPTION_CODE_POINTS = 1_024;

  /** The most bytes of a message or a caption with its markup, in UTF-8. */
  public static final int MAX_BYTES = 32_768;

  /** The most messages that one article makes; readers of a channel get each of them at once. */
  public static final int MAX_MESSAGES = 12;

  /**
   * Of more than a hundred formatted stretches Telegram drops the last, and with them the link that
   * a probe looks for; hashtags and the like, which it marks itself, count too. (Common knowledge,
   * not documented.)
   */
  private static final int MAX_ENTITIES = 80;

  static final Size LIMIT = new Size(MAX_CODE_POINTS, MAX_BYTES, MAX_ENTITIES);

  private static final int MAX_TITLE = 256;
  private static final String GAP = "\n\n";

  private TelegramHtml() {}

  /**
   * One message: title, summary, link, tags. Only the summary gives way when all do not fit.
   *
   * @param link where the whole post is; it must be a safe link
   */
  public static String teaser(PostEvent post, String link) {
    return teaser(post, link, MAX_CODE_POINTS);
  }

  /**
   * The teaser as the caption of a photo, at most {@link #MAX_CAPTION_CODE_POINTS}.
   *
   * @param link where the whole post is; it must be a safe link
   */
  public static String caption(PostEvent post, String link) {
    return teaser(post, link, MAX_CAPTION_CODE_POINTS);
  }

  /**
   * The whole article, in the order of sending: title, body and tags. One message ends in the
   * post's link. Several end in a line such as {@code 2/3} each, which is {@link PartLink}'s link.
   * An article is split between its blocks; a block longer than a message at sentences, code at the
   * ends of lines. What does not fit into {@link #MAX_MESSAGES} is left out after a whole sentence
   * if one ends, and a link leads to the rest.
   *
   * @param link where the whole post is; it must be a safe link
   * @return at least one message
   */
  public static List<TelegramMessage> full(PostEvent post, String link) {
    return new TelegramArticle(post, link).messages();
  }

  /**
   * The address of the body's first image with an absolute https address, for {@code sendPhoto}.
   */
  public static Optional<String> firstImage(PostEvent post) {
    FirstImage images = new FirstImage();
    Markdown.parse(post.bodyMarkdown()).accept(images);
    return Optional.of(images.found()).filter(found -> !found.isEmpty());
  }

  private static String teaser(PostEvent post, String link, int max) {
    String title = title(post);
    String words = Wording.of(post.language()).readInFull();
    String tags = Hashtags.of(post.tags());
    int taken =
        CleanText.length(title + GAP + GAP + words)
            + (tags.isEmpty() ? 0 : CleanText.length(GAP + tags));
    Shortening shortening = Shortening.byCodePoints(post.language());
    String summary = shortening.fit(CleanText.of(post.summary()).strip(), max - taken);
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

  static String title(PostEvent post) {
    return Shortening.byCodePoints(post.language()).fitTitle(post.title(), MAX_TITLE);
  }

  /** Text as Telegram's parser shows it unchanged: it knows only these and numeric entities. */
  static String escape(String text) {
    if (text.indexOf('&') < 0 && text.indexOf('<') < 0 && text.indexOf('>') < 0) {
      return text;
    }
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  static String escapeAttribute(String text) {
    return escape(text).replace("\"", "&quot;");
  }
}
