package io.broadsheet.generator.api;

import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.UUID;

/**
 * Where a page of deliveries ended.
 *
 * @param createdAt of the last one
 * @param postId of the last one
 * @param target of the last one
 * @param generation of the last one
 */
record DeliveryCursor(OffsetDateTime createdAt, UUID postId, String target, int generation) {

  /** Opaque text for {@code next}. */
  String write() {
    String plain = createdAt + "|" + postId + "|" + target + "|" + generation;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  /** Null for the first page. */
  static DeliveryCursor read(String text) {
    if (text == null || text.isBlank()) {
      return null;
    }
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split("\\|");
      DeliveryCursor cursor =
          new DeliveryCursor(
              OffsetDateTime.parse(parts[0]),
              UUID.fromString(parts[1]),
              parts[2],
              Integer.parseInt(parts[3]));
      if (Parameters.isStorable(cursor.createdAt().getYear())
          && Parameters.isTarget(cursor.target())) {
        return cursor;
      }
    } catch (RuntimeException e) {
      // Told below like a part out of range.
    }
    throw Parameters.bad("cursor", text, "give the \"next\" of the page before, unchanged");
  }
}
