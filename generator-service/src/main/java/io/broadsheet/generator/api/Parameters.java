package io.broadsheet.generator.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/** Reads path and query parameters; a bad one is a 400 that names it. */
final class Parameters {

  private Parameters() {}

  static LocalDate date(String name, String value) {
    try {
      return LocalDate.parse(value);
    } catch (DateTimeException e) {
      throw bad(name, value, "write a date such as 2026-11-30");
    }
  }

  static UUID uuid(String name, String value) {
    try {
      return UUID.fromString(value);
    } catch (IllegalArgumentException e) {
      throw bad(name, value, "write a UUID");
    }
  }

  /** An instant or null; UTC. */
  static OffsetDateTime time(String name, String value) {
    if (value == null || value.isBlank()) {
      return null;
    }
    try {
      return Instant.parse(value).atOffset(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw bad(name, value, "write a time such as 2026-11-30T09:00:00Z");
    }
  }

  /** How many items a page holds: 50 unless said otherwise. */
  static int limit(String value) {
    if (value == null || value.isBlank()) {
      return 50;
    }
    try {
      int limit = Integer.parseInt(value);
      if (limit >= 1 && limit <= Page.MOST) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Told below like a number out of range.
    }
    throw bad("limit", value, "write a number from 1 to " + Page.MOST);
  }

  static Refusal bad(String name, String value, String remedy) {
    return Refusal.badRequest(name + " is \"" + value + "\"; " + remedy);
  }
}
