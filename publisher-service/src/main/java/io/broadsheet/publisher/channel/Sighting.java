package io.broadsheet.publisher.channel;

import java.time.Duration;

/** What a probe saw. */
public sealed interface Sighting {

  /**
   * The effect exists.
   *
   * @param externalId the channel's id of it, never blank
   * @param externalUrl where readers see it, or empty text
   */
  record Found(String externalId, String externalUrl) implements Sighting {}

  /**
   * It is not there, on a listing shown to reach back past the last call. Whether that settles
   * anything depends on when the probe began.
   */
  record Absent(String message) implements Sighting {}

  /** The listing could not be had, or does not reach back far enough, or two entries fit. */
  record CannotTell(String message) implements Sighting {}

  /**
   * The API that also takes the posts refused the look for its rate of calls: the whole target is
   * held, as after a call.
   *
   * @param after how long from the refusal's arrival; never undercut
   */
  record Throttled(Duration after, String message) implements Sighting {}

  /**
   * What follows from a look that was not answered as it should.
   *
   * @param outcome the answer, judged as if it had been a post's
   */
  static Sighting withoutAnswer(String message, Outcome outcome) {
    return outcome instanceof Outcome.Throttled throttled
        ? new Throttled(throttled.after(), message)
        : new CannotTell(message);
  }
}
