package io.broadsheet.publisher.channel;

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
}
