package io.broadsheet.sandbox.mastodon;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A status's text: how long it counts, and the HTML that readers' programs show. */
final class StatusText {
  /** What every link counts, however long it is. */
  static final int RESERVED_PER_URL = 23;

  // Only what ends up as a link is counted as one: it needs a host with a top-level domain.
  private static final Pattern URL =
      Pattern.compile(
          "https?://(?:[\\p{L}\\p{N}-]+\\.)+\\p{L}{2,}(?::\\d+)?(?:[/?#][^\\s<>\"]*)?",
          Pattern.CASE_INSENSITIVE);
  private static final String TRAILING = ".,;:!?)'";

  private static final Pattern LINK_OR_TAG =
      Pattern.compile(
          "(?<url>https?://[^\\s<>\"]+)|(?<![\\p{L}\\p{N}/])#(?<tag>[\\p{L}\\p{N}_]*\\p{L}[\\p{L}\\p{N}_]*)",
          Pattern.CASE_INSENSITIVE);

  private StatusText() {}

  /** The length in code points, with every link counted as {@link #RESERVED_PER_URL}. */
  static int length(String text) {
    int length = text.codePointCount(0, text.length());
    Matcher url = URL.matcher(text);
    while (url.find()) {
      String found = trimmed(url.group());
      length += RESERVED_PER_URL - found.codePointCount(0, found.length());
    }
    return length;
  }

  /** Paragraphs, line breaks, links and hashtags as Mastodon formats them. */
  static String html(String text, String instance) {
    StringBuilder html = new StringBuilder("<p>");
    Matcher found = LINK_OR_TAG.matcher(text).useTransparentBounds(true);
    int end = 0;
    while (found.find()) {
      html.append(plain(text.substring(end, found.start())));
      if (found.group("url") != null) {
        String url = trimmed(found.group());
        html.append(link(url));
        end = found.start() + url.length();
        found.region(end, text.length());
      } else {
        String tag = found.group("tag");
        html.append(
            "<a href=\"%s/tags/%s\" class=\"mention hashtag\" rel=\"tag\">#<span>%s</span></a>"
                .formatted(instance, plain(tag), plain(tag)));
        end = found.end();
      }
    }
    return html.append(plain(text.substring(end))).append("</p>").toString();
  }

  /** The beginning is hidden and a long end is cut: only the address itself is whole. */
  private static String link(String url) {
    String shown = url.replaceFirst("(?i)^https?://(www\\.)?", "");
    String prefix = url.substring(0, url.length() - shown.length());
    String head = shown.substring(0, Math.min(30, shown.length()));
    return ("<a href=\"%s\" target=\"_blank\" rel=\"nofollow noopener\" translate=\"no\">"
            + "<span class=\"invisible\">%s</span><span class=\"%s\">%s</span>"
            + "<span class=\"invisible\">%s</span></a>")
        .formatted(
            plain(url),
            plain(prefix),
            shown.length() > 30 ? "ellipsis" : "",
            plain(head),
            plain(shown.substring(head.length())));
  }

  private static String trimmed(String url) {
    int end = url.length();
    while (TRAILING.indexOf(url.charAt(end - 1)) >= 0) {
      end--;
    }
    return url.substring(0, end);
  }

  private static String plain(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("\n\n", "</p><p>")
        .replace("\n", "<br />");
  }
}
