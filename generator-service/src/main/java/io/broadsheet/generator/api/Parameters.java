package io.broadsheet.generator.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.regex.Pattern;

/** Reads path and query parameters; a bad one is a 400 that names it. */
final class Parameters {

  private static final Pattern TARGET = Pattern.compile("[a-z0-9-]{1,100}");

  private Parameters() {}

  static LocalDate date(String name, String value) {
    try {
      LocalDate date = LocalDate.parse(value);
      if (isStorable(date.getYear())) {
        return date;
      }
    } catch (DateTimeException e) {
      // Told below like a year out of range.
    }
    throw bad(name, value, "write a date such as 2026-11-30");
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
      OffsetDateTime time = Instant.parse(value).atOffset(ZoneOffset.UTC);
      if (isStorable(time.getYear())) {
        return time;
      }
    } catch (DateTimeException e) {
      // Told below like a year out of range.
    }
    throw bad(name, value, "write a time such as 2026-11-30T09:00:00Z");
  }

  /** Whether PostgreSQL and every reader of ISO 8601 take the year: 1 to 9999. */
  static boolean isStorable(int year) {
    return year >= 1 && year <= 9999;
  }

  /** The name of a target or null. */
  static String target(String name, String value) {
    if (value == null || value.isBlank()) {
      return null;
    }
    if (!isTarget(value)) {
      throw bad(name, value, "write a target's name such as telegram-ru");
    }
    return value;
  }

  /** Whether it can be a target's name. */
  static boolean isTarget(String value) {
    return TARGET.matcher(value).matches();
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
