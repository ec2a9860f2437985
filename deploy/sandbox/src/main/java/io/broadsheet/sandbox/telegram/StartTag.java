package io.broadsheet.sandbox.telegram;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A start tag, read as Telegram reads it.
 *
 * @param name in small letters
 * @param attributes those that mean something for the tag; of a repeated one the last
 */
record StartTag(String name, Map<String, String> attributes) {
  private static final Map<String, Set<String>> TAGS =
      Map.ofEntries(
          Map.entry("a", Set.of("href")),
          Map.entry("b", Set.of()),
          Map.entry("strong", Set.of()),
          Map.entry("i", Set.of()),
          Map.entry("em", Set.of()),
          Map.entry("s", Set.of()),
          Map.entry("strike", Set.of()),
          Map.entry("del", Set.of()),
          Map.entry("u", Set.of()),
          Map.entry("ins", Set.of()),
          Map.entry("tg-spoiler", Set.of()),
          Map.entry("tg-emoji", Set.of("emoji-id")),
          Map.entry("tg-time", Set.of("unix", "format")),
          Map.entry("span", Set.of("class")),
          Map.entry("pre", Set.of()),
          Map.entry("code", Set.of("class")),
          Map.entry("blockquote", Set.of("expandable")));

  /** The attribute's value, or the empty string. */
  String attribute(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }

  /**
   * Reads one.
   *
   * @param in behind the opening bracket; afterwards behind the closing one
   * @param begin the byte offset of the opening bracket
   */
  static StartTag read(HtmlCursor in, int begin) throws HtmlError {
    while (!HtmlCursor.isSpace(in.peek()) && in.peek() != '>') {
      in.skip();
    }
    if (in.peek() == 0) {
      throw new HtmlError("Unclosed start tag at byte offset " + begin);
    }
    String name = in.slice(begin + 1).toLowerCase(Locale.ROOT);
    if (!TAGS.containsKey(name)) {
      throw new HtmlError("Unsupported start tag \"" + name + "\" at byte offset " + begin);
    }
    Map<String, String> attributes = new HashMap<>();
    while (in.peek() != '>') {
      in.skipSpace();
      if (in.peek() != '>') {
        readAttribute(in, name, begin, attributes);
      }
    }
    in.skip();
    if (name.equals("span") && !"tg-spoiler".equals(attributes.get("class"))) {
      throw new HtmlError("Tag \"span\" must have class \"tg-spoiler\" at byte offset " + begin);
    }
    return new StartTag(name, attributes);
  }

  private static void readAttribute(
      HtmlCursor in, String tag, int begin, Map<String, String> attributes) throws HtmlError {
    int nameStart = in.position();
    while (!HtmlCursor.isSpace(in.peek()) && "=>/\"'".indexOf(in.peek()) < 0) {
      in.skip();
    }
    String name = in.slice(nameStart);
    if (name.isEmpty()) {
      throw new HtmlError(
          "Empty attribute name in the tag \"" + tag + "\" at byte offset " + begin);
    }
    in.skipSpace();
    String value = "";
    if (in.peek() == '=') {
      in.skip();
      in.skipSpace();
      if (in.peek() == 0) {
        throw new HtmlError("Unclosed start tag \"" + tag + "\" at byte offset " + begin);
      }
      value = in.peek() == '\'' || in.peek() == '"' ? quoted(in) : nameToken(in);
      if (in.peek() == 0) {
        throw new HtmlError("Unclosed start tag at byte offset " + begin);
      }
    } else if (in.peek() == 0) {
      throw new HtmlError("Unclosed start tag \"" + tag + "\" at byte offset " + begin);
    }
    if (means(tag, name, value)) {
      attributes.put(name, value);
    }
  }

  private static boolean means(String tag, String name, String value) {
    return TAGS.get(tag).contains(name)
        && switch (tag) {
          case "code" -> value.startsWith("language-");
          case "span" -> value.startsWith("tg-");
          default -> true;
        };
  }

  private static String nameToken(HtmlCursor in) throws HtmlError {
    int start = in.position();
    while (HtmlCursor.isAlphanumeric(in.peek()) || in.peek() == '.' || in.peek() == '-') {
      in.skip();
    }
    if (!HtmlCursor.isSpace(in.peek()) && in.peek() != '>') {
      throw new HtmlError("Unexpected end of name token at byte offset " + start);
    }
    return in.slice(start).toLowerCase(Locale.ROOT);
  }

  private static String quoted(HtmlCursor in) {
    int quote = in.peek();
    in.skip();
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    while (in.peek() != quote && in.peek() != 0) {
      int decoded = in.peek() == '&' ? in.decodeEntity() : 0;
      if (decoded != 0) {
        value.writeBytes(Character.toString(decoded).getBytes(StandardCharsets.UTF_8));
      } else {
        value.write(in.peek());
        in.skip();
      }
    }
    if (in.peek() == quote) {
      in.skip();
    }
    return value.toString(StandardCharsets.UTF_8);
  }
}
