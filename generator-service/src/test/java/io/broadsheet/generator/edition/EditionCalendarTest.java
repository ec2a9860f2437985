package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditionCalendarTest {

  private static final LocalDate TODAY = LocalDate.parse("2026-03-10");

  @ParameterizedTest
  @CsvSource({
    "Europe/Moscow, 2026-03-10T20:50:00Z, 2026-03-10, TUESDAY",
    "Europe/Moscow, 2026-03-10T21:15:00Z, 2026-03-11, WEDNESDAY",
    // The night in which the clocks of Berlin go forward, and the one in which they go back.
    "Europe/Berlin, 2026-03-28T22:59:59Z, 2026-03-28, SATURDAY",
    "Europe/Berlin, 2026-03-28T23:00:00Z, 2026-03-29, SUNDAY",
    "Europe/Berlin, 2026-03-29T21:59:59Z, 2026-03-29, SUNDAY",
    "Europe/Berlin, 2026-03-29T22:00:00Z, 2026-03-30, MONDAY",
    "Europe/Berlin, 2026-10-24T22:30:00Z, 2026-10-25, SUNDAY",
    "Europe/Berlin, 2026-10-25T22:30:00Z, 2026-10-25, SUNDAY",
    "Europe/Berlin, 2026-10-25T23:00:00Z, 2026-10-26, MONDAY",
  })
  @Case("G8")
  void dateAndWeekdayAreThoseOfTheZone(
      String zone, String instant, LocalDate date, DayOfWeek weekday) {
    EditionCalendar calendar = new EditionCalendar(() -> Instant.parse(instant), ZoneId.of(zone));

    assertThat(calendar.today()).isEqualTo(date);
    assertThat(calendar.today().getDayOfWeek()).isEqualTo(weekday);
  }

  @Test
  void yesterdayAndTodayAreDue() {
    assertThat(EditionCalendar.due(TODAY, LocalDate.parse("2026-01-01")))
        .containsExactly(LocalDate.parse("2026-03-09"), TODAY);
  }

  @Test
  void nothingIsDueBeforeTheInstallation() {
    assertThat(EditionCalendar.due(TODAY, TODAY)).containsExactly(TODAY);
    assertThat(EditionCalendar.tooOld(TODAY, TODAY)).isEmpty();
    assertThat(EditionCalendar.tooOld(TODAY, TODAY.minusDays(1))).isEmpty();
  }

  @Test
  void whatLiesBeforeYesterdayIsTooOld() {
    assertThat(EditionCalendar.tooOld(TODAY, LocalDate.parse("2026-03-07")))
        .containsExactly(LocalDate.parse("2026-03-07"), LocalDate.parse("2026-03-08"));
  }

  @Test
  void anOldInstallationIsLookedBackUponForAMonth() {
    assertThat(EditionCalendar.tooOld(TODAY, LocalDate.parse("2020-01-01")))
        .hasSize(EditionCalendar.LOOK_BACK_DAYS)
        .last()
        .isEqualTo(LocalDate.parse("2026-03-08"));
  }
}
