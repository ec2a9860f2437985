package io.broadsheet.publisher.channel.bluesky;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TidTest {

  private static final Instant AT = Instant.parse("2026-11-30T10:00:00.123Z");
  private static final String LETTERS = "234567abcdefghijklmnopqrstuvwxyz";

  private static long micros(String tid) {
    long number = 0;
    for (char letter : tid.toCharArray()) {
      number = number << 5 | LETTERS.indexOf(letter);
    }
    return number >>> 10;
  }

  @Test
  void isOfTheFormThatBlueskyShows() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(Tid.of(AT.plusMillis(i), "key-" + i))
          .matches("[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}");
    }
  }

  @Test
  void liesWithinTheSecondsBeforeThePost() {
    long at = AT.toEpochMilli() * 1_000;
    for (int i = 0; i < 1_000; i++) {
      assertThat(micros(Tid.of(AT, "key-" + i))).isBetween(at - (1 << 20), at);
    }
  }

  @Test
  void isTheSameForTheSameKeyAndAnotherForAnother() {
    Set<String> tids = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      assertThat(tids.add(Tid.of(AT, "key-" + i))).isTrue();
      assertThat(Tid.of(AT, "key-" + i)).isIn(tids);
    }
  }
}
