package io.broadsheet.sandbox.telegram;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Telegram's HTML subset with Telegram's own errors, which count in bytes of UTF-8. The rules are
 * those of the public source of TDLib (MessageEntity.cpp, parse_html): tags and attributes are read
 * by hand, unknown entities stay as they are, {@code </>} closes the innermost tag, empty tags
 * vanish.
 */
final class HtmlParser {
  private record Open(StartTag tag, int offset, int resultStart) {}

  private final HtmlCursor in;
  private final ByteArrayOutputStream result = new ByteArrayOutputStream();
  private final Deque<Open> open = new ArrayDeque<>();
  private final List<Entity> entities = new ArrayList<>();
  private int utf16;
  private boolean surrogates;

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
        open.push(new Open(StartTag.read(in, begin), utf16, result.size()));
      }
    }
    if (!open.isEmpty()) {
      throw new HtmlError(
          "Can't find end tag corresponding to start tag \"" + open.peek().tag().name() + "\"");
    }
    if (surrogates) {
      throw new HtmlError(
          "Text contains invalid Unicode characters after decoding HTML entities, check for"
              + " unmatched surrogate code units");
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
    surrogates |= codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    utf16 += Character.charCount(codePoint);
    result.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
  }

  private void endTag(int begin) throws HtmlError {
    if (open.isEmpty()) {
      throw new HtmlError("Unexpected end tag at byte offset " + begin);
    }
    while (!HtmlCursor.isSpace(in.peek()) && in.peek() != '>') {
      in.skip();
    }
    String name = in.slice(begin + 2).toLowerCase(Locale.ROOT);
    in.skipSpace();
    if (in.peek() != '>') {
      throw new HtmlError("Unclosed end tag at byte offset " + begin);
    }
    in.skip();
    Open closed = open.pop();
    if (!name.isEmpty() && !name.equals(closed.tag().name())) {
      throw new HtmlError(
          "Unmatched end tag at byte offset %d, expected \"</%s>\", found \"</%s>\""
              .formatted(begin, closed.tag().name(), name));
    }
    if (utf16 > closed.offset()) {
      addEntity(closed);
    }
  }

  private void addEntity(Open closed) throws HtmlError {
    StartTag tag = closed.tag();
    int offset = closed.offset();
    int length = utf16 - offset;
    switch (tag.name()) {
      case "b", "strong" -> add("bold", offset, length, "");
      case "i", "em" -> add("italic", offset, length, "");
      case "s", "strike", "del" -> add("strikethrough", offset, length, "");
      case "u", "ins" -> add("underline", offset, length, "");
      case "span", "tg-spoiler" -> add("spoiler", offset, length, "");
      case "blockquote" ->
          add(
              tag.attributes().containsKey("expandable") ? "expandable_blockquote" : "blockquote",
              offset,
              length,
              "");
      case "tg-emoji" -> add("custom_emoji", offset, length, emoji(tag));
      case "tg-time" -> addTime(tag, offset, length);
      case "a" -> addLink(closed, offset, length);
      case "pre" -> addPre(offset, length);
      case "code" -> addCode(tag, offset, length);
      default -> throw new IllegalStateException(tag.name());
    }
  }

  private static String emoji(StartTag tag) throws HtmlError {
    String id = tag.attribute("emoji-id");
    try {
      if (Long.parseLong(id) != 0) {
        return id;
      }
    } catch (NumberFormatException e) {
      // Refused below, as 0 is.
    }
    throw new HtmlError("Invalid custom emoji identifier specified");
  }

  private void addTime(StartTag tag, int offset, int length) {
    String unix = tag.attribute("unix");
    if (unix.matches("[1-9]\\d{0,9}")) {
      add("date_time", offset, length, (unix + " " + tag.attribute("format")).trim());
    }
  }

  private void addPre(int offset, int length) {
    Entity last = lastCovering(offset, length);
    if (last != null && last.type().equals("code") && !last.argument().isEmpty()) {
      entities.set(entities.size() - 1, new Entity("pre", offset, length, last.argument()));
    } else {
      add("pre", offset, length, "");
    }
  }

  private void addCode(StartTag tag, int offset, int length) {
    String language = tag.attribute("class").replaceFirst("^language-", "");
    Entity last = lastCovering(offset, length);
    if (last != null && last.type().equals("pre") && !language.isEmpty()) {
      entities.set(entities.size() - 1, new Entity("pre", offset, length, language));
    } else {
      add("code", offset, length, language);
    }
  }

  private Entity lastCovering(int offset, int length) {
    Entity last = entities.isEmpty() ? null : entities.get(entities.size() - 1);
    return last != null && last.covers(offset, length) ? last : null;
  }

  private void addLink(Open closed, int offset, int length) {
    String target = closed.tag().attribute("href");
    if (target.isEmpty()) {
      byte[] all = result.toByteArray();
      int start = closed.resultStart();
      target = new String(all, start, all.length - start, StandardCharsets.UTF_8);
    }
    LinkCheck.checked(target).ifPresent(url -> add("text_link", offset, length, url));
  }

  private void add(String type, int offset, int length, String argument) {
    entities.add(new Entity(type, offset, length, argument));
  }
}
