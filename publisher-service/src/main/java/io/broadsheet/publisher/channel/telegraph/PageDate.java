package io.broadsheet.publisher.channel.telegraph;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The day of a page, as far as its path tells: {@code <title>-MM-DD}, with {@code -N} behind it for
 * repeats. The year is missing and a title may end in numbers, so every reading is weighed and the
 * latest one counts: a page is never thought older than it is.
 */
final class PageDate {

  private static final Pattern ALONE = Pattern.compile("(?:^|.*-)(\\d\\d)-(\\d\\d)");
  private static final Pattern NUMBERED = Pattern.compile("(?:^|.*-)(\\d\\d)-(\\d\\d)-\\d+");

  private PageDate() {}

  /** Whether the page was certainly made before the day of a moment, in any time zone. */
  static boolean isBefore(String path, Instant moment, Instant now) {
    LocalDate tomorrow = LocalDate.ofInstant(now, ZoneOffset.UTC).plusDays(1);
    LocalDate bound = LocalDate.ofInstant(moment, ZoneOffset.UTC).minusDays(1);
    List<LocalDate> readings = new ArrayList<>();
    for (Pattern form : List.of(ALONE, NUMBERED)) {
      Matcher matcher = form.matcher(path);
      if (matcher.matches()) {
        read(matcher, tomorrow, readings);
      }
    }
    return !readings.isEmpty() && readings.stream().allMatch(day -> day.isBefore(bound));
  }

  private static void read(Matcher matcher, LocalDate latest, List<LocalDate> readings) {
    try {
      MonthDay day =
          MonthDay.of(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      LocalDate thisYear = day.atYear(latest.getYear());
      readings.add(thisYear.isAfter(latest) ? day.atYear(latest.getYear() - 1) : thisYear);
    } catch (DateTimeException e) {
      // No such day: the numbers are the title's.
    }
  }
}
