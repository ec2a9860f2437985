package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The public page of a channel, in the shape of t.me: the newest messages, the newest last. */
final class ChannelPage {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx");
  private static final int PAGE_SIZE = 20;
  private static final Pattern PLAIN_URL = Pattern.compile("https?://[^\\s<>\"«»]+");

  private ChannelPage() {}

  static String missing(String name) {
    return "<!DOCTYPE html><html><head><title>Telegram: Contact @"
        + escape(name)
        + "</title></head><body></body></html>";
  }

  static String of(String name, List<JsonNode> messages) {
    StringBuilder html = new StringBuilder(4096);
    html.append("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>")
        .append(escape(name))
        .append(" – Telegram</title></head>\n<body class=\"widget_frame_base tgme_webpreview\">\n")
        .append(
            "<main class=\"tgme_main\"><section class=\"tgme_channel_history js-message_history\">\n");
    int start = Math.max(0, messages.size() - PAGE_SIZE);
    if (start > 0) {
      html.append(
          "<a href=\"/t.me/s/%s?before=%d\" class=\"tme_messages_more\"></a>\n"
              .formatted(escape(name), messages.get(start).path("message_id").asLong()));
    }
    messages.subList(start, messages.size()).forEach(message -> message(html, name, message));
    return html.append("</section></main>\n</body></html>\n").toString();
  }

  private static void message(StringBuilder html, String name, JsonNode message) {
    long id = message.path("message_id").asLong();
    html.append("<div class=\"tgme_widget_message_wrap js-widget_message_wrap\">")
        .append(
            "<div class=\"tgme_widget_message text_not_supported_wrap js-widget_message\" data-post=\"")
        .append(escape(name))
        .append('/')
        .append(id)
        .append("\">\n<div class=\"tgme_widget_message_bubble\">")
        .append(photo(message))
        .append("<div class=\"tgme_widget_message_text js-message_text\" dir=\"auto\">")
        .append(body(message))
        .append("</div>\n");
    String preview = message.path("link_preview_options").path("url").asText("");
    if (!preview.isEmpty()) {
      html.append("<a class=\"tgme_widget_message_link_preview\" href=\"")
          .append(escape(preview))
          .append("\"></a>\n");
    }
    html.append("<a class=\"tgme_widget_message_date\" href=\"https://t.me/")
        .append(escape(name))
        .append('/')
        .append(id)
        .append("\"><time datetime=\"")
        .append(time(message))
        .append("\" class=\"time\"></time></a>\n</div></div></div>\n");
  }

  private static String photo(JsonNode message) {
    return message.has("photo") ? "<a class=\"tgme_widget_message_photo_wrap\"></a>\n" : "";
  }

  private static String time(JsonNode message) {
    return TIME.format(
        Instant.ofEpochSecond(message.path("date").asLong()).atOffset(ZoneOffset.UTC));
  }

  /**
   * The text with its links; of the entities only links are shown, for they are what a reader can
   * follow.
   */
  private static String body(JsonNode message) {
    boolean caption = message.has("caption");
    String text = message.path(caption ? "caption" : "text").asText();
    StringBuilder html = new StringBuilder();
    int done = 0;
    for (JsonNode entity : message.path(caption ? "caption_entities" : "entities")) {
      int offset = entity.path("offset").asInt();
      if (entity.path("type").asText().equals("text_link") && offset >= done) {
        int end = offset + entity.path("length").asInt();
        html.append(plain(text.substring(done, offset)))
            .append(link(entity.path("url").asText(), text.substring(offset, end)));
        done = end;
      }
    }
    return html.append(plain(text.substring(done))).toString();
  }

  private static String plain(String text) {
    StringBuilder html = new StringBuilder();
    Matcher url = PLAIN_URL.matcher(text);
    int done = 0;
    while (url.find()) {
      html.append(lines(text.substring(done, url.start()))).append(link(url.group(), url.group()));
      done = url.end();
    }
    return html.append(lines(text.substring(done))).toString();
  }

  private static String link(String target, String text) {
    return "<a href=\"%s\" target=\"_blank\" rel=\"noopener\">%s</a>"
        .formatted(escape(target), lines(text));
  }

  private static String lines(String text) {
    return escape(text).replace("\n", "<br/>");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
