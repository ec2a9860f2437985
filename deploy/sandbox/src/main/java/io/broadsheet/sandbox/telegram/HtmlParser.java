package io.broadsheet.sandbox.telegram;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Telegram's HTML subset with Telegram's own errors, which count in bytes of UTF-8. The rules are
 * those of the public source of TDLib (MessageEntity.cpp, parse_html): tags and attributes are read
 * by hand, unknown entities stay as they are, {@code </>} closes the innermost tag, empty tags
 * vanish.
 */
final class HtmlParser {
  private static final Set<String> TAGS =
      Set.of(
          "a",
          "b",
          "strong",
          "i",
          "em",
          "s",
          "strike",
          "del",
          "u",
          "ins",
          "tg-spoiler",
          "tg-emoji",
          "tg-time",
          "span",
          "pre",
          "code",
          "blockquote");

  private record Open(String tag, String argument, int offset, int resultStart) {}

  private final HtmlCursor in;
  private final ByteArrayOutputStream result = new ByteArrayOutputStream();
  private final Deque<Open> open = new ArrayDeque<>();
  private final List<Entity> entities = new ArrayList<>();
  private int utf16;

  private HtmlParser(String source) {
    this.in = new HtmlCursor(source);
  }

  /**
   * Parses.
   *
   * @throws HtmlError with the words Telegram puts after {@code can't parse entities: }
   */
  static FormattedText parse(String source) throws HtmlError {
    return new HtmlParser(source).run();
  }

  private FormattedText run() throws HtmlError {
    while (!in.atEnd()) {
      int c = in.peek();
      if (c == '&') {
        int decoded = in.decodeEntity();
        if (decoded != 0) {
          append(decoded);
          continue;
        }
      }
      if (c != '<') {
        copyByte(c);
        continue;
      }
      int begin = in.position();
      in.skip();
      if (in.peek() == '/') {
        endTag(begin);
      } else {
        startTag(begin);
      }
    }
    if (!open.isEmpty()) {
      throw new HtmlError(
          "Can't find end tag corresponding to start tag \"" + open.peek().tag() + "\"");
    }
    entities.sort(
        Comparator.comparingInt(Entity::offset).thenComparingInt(entity -> -entity.length()));
    return new FormattedText(result.toString(StandardCharsets.UTF_8), List.copyOf(entities));
  }

  private void copyByte(int c) {
    if ((c & 0xc0) != 0x80) {
      utf16 += c >= 0xf0 ? 2 : 1;
    }
    result.write(c);
    in.skip();
  }

  private void append(int codePoint) {
    utf16 += Character.charCount(codePoint);
    result.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
  }

  private void startTag(int begin) throws HtmlError {
    while (!HtmlCursor.isSpace(in.peek()) && in.peek() != '>') {
      in.skip();
    }
    if (in.peek() == 0) {
      throw new HtmlError("Unclosed start tag at byte offset " + begin);
    }
    String tag = in.slice(begin + 1).toLowerCase(Locale.ROOT);
    if (!TAGS.contains(tag)) {
      throw new HtmlError("Unsupported start tag \"" + tag + "\" at byte offset " + begin);
    }
    String argument = "";
    while (in.peek() != '>') {
      in.skipSpace();
      if (in.peek() == '>') {
        break;
      }
      String found = attribute(tag, begin);
      if (found != null) {
        argument = found;
      }
    }
    in.skip();
    if (tag.equals("span") && !argument.equals("spoiler")) {
      throw new HtmlError("Tag \"span\" must have class \"tg-spoiler\" at byte offset " + begin);
    }
    open.push(new Open(tag, argument, utf16, result.size()));
  }

  /** Reads one attribute; returns its value where it means something for the tag, else null. */
  private String attribute(String tag, int begin) throws HtmlError {
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
    if (in.peek() != '=') {
      if (in.peek() == 0) {
        throw new HtmlError("Unclosed start tag \"" + tag + "\" at byte offset " + begin);
      }
      return meaning(tag, name, "");
    }
    in.skip();
    in.skipSpace();
    if (in.peek() == 0) {
      throw new HtmlError("Unclosed start tag \"" + tag + "\" at byte offset " + begin);
    }
    String value = in.peek() == '\'' || in.peek() == '"' ? quoted() : nameToken();
    if (in.peek() == 0) {
      throw new HtmlError("Unclosed start tag at byte offset " + begin);
    }
    return meaning(tag, name, value);
  }

  private String nameToken() throws HtmlError {
    int start = in.position();
    while (HtmlCursor.isAlphanumeric(in.peek()) || in.peek() == '.' || in.peek() == '-') {
      in.skip();
    }
    if (!HtmlCursor.isSpace(in.peek()) && in.peek() != '>') {
      throw new HtmlError("Unexpected end of name token at byte offset " + start);
    }
    return in.slice(start).toLowerCase(Locale.ROOT);
  }

  private String quoted() {
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

  private static String meaning(String tag, String name, String value) {
    return switch (tag) {
      case "a" -> name.equals("href") ? value : null;
      case "code" ->
          name.equals("class") && value.startsWith("language-") ? value.substring(9) : null;
      case "span" -> name.equals("class") && value.startsWith("tg-") ? value.substring(3) : null;
      case "tg-emoji" -> name.equals("emoji-id") ? value : null;
      case "blockquote" -> name.equals("expandable") ? "1" : null;
      default -> null;
    };
  }

  private void endTag(int begin) throws HtmlError {
    if (open.isEmpty()) {
      throw new HtmlError("Unexpected end tag at byte offset " + begin);
    }
    while (!HtmlCursor.isSpace(in.peek()) && in.peek() != '>') {
      in.skip();
    }
    String name = in.slice(begin + 2);
    in.skipSpace();
    if (in.peek() != '>') {
      throw new HtmlError("Unclosed end tag at byte offset " + begin);
    }
    in.skip();
    Open tag = open.pop();
    if (!name.isEmpty() && !name.equals(tag.tag())) {
      throw new HtmlError(
          "Unmatched end tag at byte offset %d, expected \"</%s>\", found \"</%s>\""
              .formatted(begin, tag.tag(), name));
    }
    if (utf16 > tag.offset()) {
      addEntity(tag);
    }
  }

  private void addEntity(Open tag) {
    int offset = tag.offset();
    int length = utf16 - offset;
    Entity last = entities.isEmpty() ? null : entities.get(entities.size() - 1);
    boolean same = last != null && last.covers(offset, length);
    switch (tag.tag()) {
      case "b", "strong" -> add("bold", offset, length, "");
      case "i", "em" -> add("italic", offset, length, "");
      case "s", "strike", "del" -> add("strikethrough", offset, length, "");
      case "u", "ins" -> add("underline", offset, length, "");
      case "span", "tg-spoiler" -> add("spoiler", offset, length, "");
      case "blockquote" ->
          add(
              tag.argument().isEmpty() ? "blockquote" : "expandable_blockquote",
              offset,
              length,
              "");
      case "tg-emoji" -> add("custom_emoji", offset, length, tag.argument());
      case "a" -> addLink(tag, offset, length);
      case "pre" -> {
        if (same && last.type().equals("code") && !last.argument().isEmpty()) {
          entities.set(entities.size() - 1, new Entity("pre", offset, length, last.argument()));
        } else {
          add("pre", offset, length, "");
        }
      }
      case "code" -> {
        if (same && last.type().equals("pre") && !tag.argument().isEmpty()) {
          entities.set(entities.size() - 1, new Entity("pre", offset, length, tag.argument()));
        } else {
          add("code", offset, length, tag.argument());
        }
      }
      default -> {}
    }
  }

  private void addLink(Open tag, int offset, int length) {
    String target = tag.argument();
    if (target.isEmpty()) {
      byte[] all = result.toByteArray();
      target =
          new String(
              all, tag.resultStart(), all.length - tag.resultStart(), StandardCharsets.UTF_8);
    }
    LinkCheck.checked(target).ifPresent(url -> add("text_link", offset, length, url));
  }

  private void add(String type, int offset, int length, String argument) {
    entities.add(new Entity(type, offset, length, argument));
  }
}
