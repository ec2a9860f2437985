package io.broadsheet.publisher.rendering;

/**
 * What Telegram counts of a message.
 *
 * @param codePoints of the text that readers see
 * @param bytes of the marked-up text in UTF-8
 * @param entities formatted stretches
 */
record Size(int codePoints, int bytes, int entities) {

  static final Size ZERO = new Size(0, 0, 0);

  Size plus(Size other) {
    return new Size(codePoints + other.codePoints, bytes + other.bytes, entities + other.entities);
  }

  Size minus(Size other) {
    return new Size(codePoints - other.codePoints, bytes - other.bytes, entities - other.entities);
  }

  /** The larger of each. */
  Size or(Size other) {
    return new Size(
        Math.max(codePoints, other.codePoints),
        Math.max(bytes, other.bytes),
        Math.max(entities, other.entities));
  }

  boolean fits(Size room) {
    return codePoints <= room.codePoints && bytes <= room.bytes && entities <= room.entities;
  }
}
