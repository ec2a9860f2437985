package io.broadsheet.sandbox.telegram;

import java.nio.charset.StandardCharsets;

/** A place in the UTF-8 bytes of a marked-up text. */
final class HtmlCursor {
  private final byte[] text;
  private int at;

  HtmlCursor(String source) {
    this.text = source.getBytes(StandardCharsets.UTF_8);
  }

  /** The byte offset. */
  int position() {
    return at;
  }

  boolean atEnd() {
    return at >= text.length;
  }

  /** The byte here, or 0 past the end, which counts as white space and so ends every loop. */
  int peek() {
    return byteAt(at);
  }

  void skip() {
    at++;
  }

  void skipSpace() {
    while (!atEnd() && isSpace(peek())) {
      at++;
    }
  }

  /** The text from an offset up to here. */
  String slice(int from) {
    return new String(text, from, at - from, StandardCharsets.UTF_8);
  }

  /**
   * Decodes the entity at the cursor and moves past it; 0, unmoved, when it is none that Telegram
   * knows.
   */
  int decodeEntity() {
    int start = at;
    int end = start + 1;
    int code = 0;
    if (byteAt(end) == '#') {
      end++;
      boolean hex = byteAt(end) == 'x';
      int radix = hex ? 16 : 10;
      end += hex ? 1 : 0;
      while (Character.digit(byteAt(end), radix) >= 0 && end - start < 12) {
        code = code * radix + Character.digit(byteAt(end++), radix);
      }
      if (code <= 0 || code >= 0x10ffff || end - start >= 10) {
        return 0;
      }
    } else {
      while (Character.isLetter(byteAt(end)) && byteAt(end) < 0x80) {
        end++;
      }
      switch (new String(text, start + 1, end - start - 1, StandardCharsets.UTF_8)) {
        case "lt" -> code = '<';
        case "gt" -> code = '>';
        case "amp" -> code = '&';
        case "quot" -> code = '"';
        default -> {
          return 0;
        }
      }
    }
    at = byteAt(end) == ';' ? end + 1 : end;
    return code;
  }

  private int byteAt(int index) {
    return index < text.length ? text[index] & 0xff : 0;
  }

  static boolean isSpace(int c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == 0 || c == 0x0b;
  }

  static boolean isAlphanumeric(int c) {
    return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }
}
