package io.broadsheet.publisher.delivery;

import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Sighting;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What one call or probe brought, as its attempt's row keeps it.
 *
 * @param outcome the word, for instance {@code not_sent} or {@code found}
 * @param code the API's own code or a short word
 * @param message for a person; no secret
 * @param externalId the channel's id, or null
 * @param externalUrl where readers see it, or null
 * @param duration how long it took
 */
record Answer(
    String outcome,
    String code,
    String message,
    String externalId,
    String externalUrl,
    Duration duration) {

  private static final int LONGEST_MESSAGE = 1000;
  private static final Pattern BETWEEN_WORDS = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  static Answer of(Outcome outcome, Duration duration) {
    Outcome.Posted posted = outcome instanceof Outcome.Posted p ? p : null;
    return new Answer(
        word(outcome),
        outcome.code(),
        storable(outcome.message()),
        posted == null ? null : posted.externalId(),
        posted == null ? null : posted.externalUrl(),
        duration);
  }

  static Answer of(Sighting sighting, Duration duration) {
    if (sighting instanceof Sighting.Found found) {
      return new Answer(
          "found",
          "found",
          found.externalUrl().isEmpty() ? found.externalId() : found.externalUrl(),
          found.externalId(),
          found.externalUrl(),
          duration);
    }
    String message;
    if (sighting instanceof Sighting.Absent absent) {
      message = absent.message();
    } else if (sighting instanceof Sighting.Throttled throttled) {
      message = throttled.message();
    } else {
      message = ((Sighting.CannotTell) sighting).message();
    }
    String word = word(sighting);
    return new Answer(word, word, storable(message), null, null, duration);
  }

  private static String word(Object answer) {
    String name = answer.getClass().getSimpleName();
    return BETWEEN_WORDS.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
  }

  /** Text of an API as PostgreSQL can store it and a person wants to read it. */
  static String storable(String text) {
    String clean = text.replace('\0', ' ');
    return clean.length() <= LONGEST_MESSAGE ? clean : clean.substring(0, LONGEST_MESSAGE);
  }
}
