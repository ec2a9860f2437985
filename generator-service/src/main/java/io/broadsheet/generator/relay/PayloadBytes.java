package io.broadsheet.generator.relay;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** A payload's text as UTF-8. */
final class PayloadBytes {

  /** Below it {@link String#getBytes} is quicker, and what it takes on its way is little. */
  private static final int LARGE = 64 * 1024;

  private PayloadBytes() {}

  /**
   * Encodes a text; half a surrogate pair becomes a question mark. Of a large one no more memory is
   * taken than its bytes need, where {@link String#getBytes} takes four times as much on its way.
   *
   * @param most how many bytes it may have
   * @return null if it has more
   */
  static byte[] of(String text, int most) {
    if (text.length() < LARGE) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return bytes.length > most ? null : bytes;
    }
    long length = length(text);
    if (length > most) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) length);
    CharsetEncoder encoder =
        StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    encoder.encode(CharBuffer.wrap(text), bytes, true);
    encoder.flush(bytes);
    return bytes.array();
  }

  private static long length(String text) {
    long length = 0;
    for (int i = 0; i < text.length(); i++) {
      char one = text.charAt(i);
      if (one < 0x80) {
        length++;
      } else if (one < 0x800) {
        length += 2;
      } else if (!Character.isSurrogate(one)) {
        length += 3;
      } else if (Character.isHighSurrogate(one)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        length += 4;
        i++;
      } else {
        length++;
      }
    }
    return length;
  }
}
