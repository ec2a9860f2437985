package io.broadsheet.publisher.rendering;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message without any markup, for the day when Telegram's parser refuses one. It is made of the
 * message itself, for that is what was frozen at the first call.
 */
public final class TelegramPlain {

  // What this package writes has no other "<" and, in attributes, no ">".
  private static final Pattern TAG = Pattern.compile("<(/?)([a-z]+)(?: href=\"([^\"]*)\")?[^>]*>");

  private record Link(int start, int end, String target) {}

  private final StringBuilder text = new StringBuilder();
  private final List<Link> links = new ArrayList<>();

  private TelegramPlain(String html) {
    Matcher tag = TAG.matcher(html);
    int done = 0;
    int start = 0;
    String target = "";
    while (tag.find()) {
      text.append(unescape(html.substring(done, tag.start())));
      done = tag.end();
      if (tag.group(2).equals("a") && tag.group(1).isEmpty()) {
        start = text.length();
        target = tag.group(3) == null ? "" : unescape(tag.group(3));
      } else if (tag.group(2).equals("a")) {
        links.add(new Link(start, text.length(), target));
      }
    }
    text.append(unescape(html.substring(done)));
  }

  /**
   * The text, to be sent without {@code parse_mode}: links read {@code text (address)}, or {@code
   * text: address} on a line of their own, as the post's own does; Telegram makes links of the
   * addresses by itself. At most 4,096 code points: what is too long loses first the addresses in
   * the text, then sentences before the last link, never that link.
   *
   * @param html a message of {@link TelegramHtml}
   */
  public static String of(String html) {
    TelegramPlain plain = new TelegramPlain(html);
    int last = plain.links.size() - 1;
    String whole = plain.write(0);
    String bare = fits(whole) ? whole : plain.write(last);
    if (fits(bare) || last < 0) {
      return Shortening.byCodePoints("").fit(bare, TelegramHtml.MAX_CODE_POINTS);
    }
    // No address is written before the last link: its line begins where it does in the text.
    int line = plain.text.lastIndexOf("\n", plain.links.get(last).start - 1) + 1;
    String end = bare.substring(line);
    int room = TelegramHtml.MAX_CODE_POINTS - CleanText.length(end) - 2;
    String kept = Shortening.byCodePoints("").fit(bare.substring(0, line).strip(), room);
    return kept.isEmpty() ? end : kept + "\n\n" + end;
  }

  private static boolean fits(String text) {
    return CleanText.length(text) <= TelegramHtml.MAX_CODE_POINTS;
  }

  /** The text with the addresses of the links from one on. */
  private String write(int first) {
    StringBuilder written = new StringBuilder();
    int done = 0;
    for (Link link : links.subList(Math.max(first, 0), links.size())) {
      written.append(text, done, link.end);
      String label = text.substring(link.start, link.end);
      if (!label.equals(link.target)) {
        written.append(isAlone(link) ? ": " + link.target : " (" + link.target + ")");
      }
      done = link.end;
    }
    return written.append(text, done, text.length()).toString();
  }

  private boolean isAlone(Link link) {
    boolean begins = link.start == 0 || text.charAt(link.start - 1) == '\n';
    return begins && (link.end == text.length() || text.charAt(link.end) == '\n');
  }

  private static String unescape(String text) {
    return text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
  }
}
