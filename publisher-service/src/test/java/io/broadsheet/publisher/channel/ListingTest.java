package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ListingTest {

  private static final Instant CALL = Instant.parse("2026-11-30T10:00:00Z");
  private static final String LINK = "https://news.example.org/ru/one";

  private final Listing listing =
      new Listing(
          new Probe("key", CALL, Set.of("other"), Deadline.after(Duration.ofSeconds(1))),
          LINK,
          id -> "https://channel/" + id);

  private void add(String id, long secondsAfterTheCall, String... links) {
    listing.add(new Listing.Entry(id, CALL.plusSeconds(secondsAfterTheCall), List.of(links)));
  }

  @Test
  void findsThePostThatCarriesTheLink() {
    add("1", 5, "https://elsewhere.example/", LINK);

    assertThat(listing.sighting()).isEqualTo(new Sighting.Found("1", "https://channel/1"));
  }

  @Test
  void findsItThoughTheClocksDiffer() {
    add("1", -60, LINK);

    assertThat(listing.sighting()).isInstanceOf(Sighting.Found.class);
  }

  @Test
  void isAbsentFromAListingThatReachesBack() {
    add("2", 5, "https://news.example.org/ru/one-2");
    add("1", -61);

    assertThat(listing.isDecided()).isTrue();
    assertThat(listing.sighting()).isInstanceOf(Sighting.Absent.class);
  }

  @Test
  void isAbsentFromACompleteListing() {
    listing.complete();

    assertThat(listing.sighting()).isInstanceOf(Sighting.Absent.class);
  }

  @Test
  void cannotTellFromAListingThatIsTooShort() {
    add("2", 5);
    add("1", -60);

    assertThat(listing.isDecided()).isFalse();
    assertThat(listing.sighting()).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void cannotTellTwoThatFitApart() {
    add("1", 5, LINK);
    add("2", 6, LINK);
    add("0", -100);

    assertThat(listing.sighting()).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void seesTheSamePostTwiceAsOne() {
    add("1", 5, LINK);
    add("1", 5, LINK);

    assertThat(listing.sighting()).isInstanceOf(Sighting.Found.class);
  }

  @Test
  void doesNotBelieveAbsenceNextToAnOlderFit() {
    add("1", -3_600, LINK);

    assertThat(listing.sighting()).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  void doesNotBelieveAbsenceNextToAnotherPostsIdWithTheLink() {
    Listing ofAll =
        new Listing(
            new Probe(
                "key",
                CALL,
                Set.of("7"),
                Set.of(),
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                Deadline.after(Duration.ofSeconds(1)),
                Hold.none()),
            LINK,
            id -> "https://channel.example.org/" + id);
    ofAll.add(new Listing.Entry("7", CALL.plusSeconds(5), List.of(LINK)));
    ofAll.complete();

    assertThat(ofAll.sighting()).isInstanceOf(Sighting.CannotTell.class);
  }

  @Test
  @Case("D18")
  void leavesOutWhatBelongsToOthers() {
    add("other", 5, LINK);
    listing.complete();

    assertThat(listing.sighting()).isInstanceOf(Sighting.Absent.class);
  }
}
