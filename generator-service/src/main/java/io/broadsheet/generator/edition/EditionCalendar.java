package io.broadsheet.generator.edition;

import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Which dates have an edition, in the newsroom's zone. */
public final class EditionCalendar {

  /** How many days back overdue dates are still looked for, to be marked as skipped. */
  static final int LOOK_BACK_DAYS = 31;

  private final InstantSource clock;
  private final ZoneId zone;

  /**
   * @param zone {@code broadsheet.zone}
   */
  public EditionCalendar(InstantSource clock, ZoneId zone) {
    this.clock = clock;
    this.zone = zone;
  }

  /** The date now. A caller takes it once and derives everything else from it. */
  public LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), zone);
  }

  /** The date of an instant. */
  public LocalDate date(Instant instant) {
    return LocalDate.ofInstant(instant, zone);
  }

  /** The zone. */
  public ZoneId zone() {
    return zone;
  }

  /**
   * The dates that an attempt is due for, the older first: yesterday and today, but none before the
   * installation.
   */
  public static List<LocalDate> due(LocalDate today, LocalDate installed) {
    return List.of(today.minusDays(1), today).stream()
        .filter(date -> !date.isBefore(installed))
        .toList();
  }

  /** The dates, from the installation on, that are too old to be made; at most the last 31. */
  public static List<LocalDate> tooOld(LocalDate today, LocalDate installed) {
    LocalDate date = today.minusDays(1L + LOOK_BACK_DAYS);
    if (date.isBefore(installed)) {
      date = installed;
    }
    List<LocalDate> dates = new ArrayList<>();
    for (; date.isBefore(today.minusDays(1)); date = date.plusDays(1)) {
      dates.add(date);
    }
    return dates;
  }
}
