package io.broadsheet.publisher.channel.telegraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PageDateTest {

  private static final Instant CALL = Instant.parse("2026-11-30T21:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "Title-11-28, true",
    "Title-11-28-3, true",
    "Title-01-02, true",
    // The day before may be the same day in another time zone.
    "Title-11-29, false",
    "Title-11-30, false",
    "Title-11-30-2, false",
    "Title-12-01, false",
    // A day that is yet to come belongs to last year.
    "Title-12-25, true",
    // The title ends in a number: it may be the page of 30 November.
    "Top-05-11-30, false",
    "Title, false",
    "Title-99-99, false",
    "'', false"
  })
  void isBeforeOnlyIfEveryReadingIs(String path, boolean before) {
    assertThat(PageDate.isBefore(path, CALL, CALL.plusSeconds(60))).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"Title-12-30, true", "Title-12-31, false", "Title-01-01, false"})
  void looksBackOverTheNewYear(String path, boolean before) {
    Instant newYear = Instant.parse("2027-01-01T10:00:00Z");

    assertThat(PageDate.isBefore(path, newYear, newYear)).isEqualTo(before);
  }
}
