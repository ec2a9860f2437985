package io.broadsheet.publisher.channel;

import java.time.Duration;

/**
 * What became of one call. {@code code} is the API's own error code or a short word of ours, {@code
 * message} what a person reads; neither holds a secret.
 */
public sealed interface Outcome {

  /**
   * A short machine-readable word for the attempt's row, for instance {@code 429} or {@code
   * connect}.
   */
  String code();

  /** What happened, for a person. */
  String message();

  /**
   * The effect exists.
   *
   * @param externalId the channel's id of it, never blank
   * @param externalUrl where readers see it, or empty text if it has no public address
   */
  record Posted(String externalId, String externalUrl) implements Outcome {

    public Posted {
      if (externalId == null || externalId.isBlank()) {
        throw new IllegalArgumentException("a post without the channel's id is not known to exist");
      }
    }

    @Override
    public String code() {
      return "posted";
    }

    @Override
    public String message() {
      return externalUrl.isEmpty() ? externalId : externalUrl;
    }
  }

  /**
   * Nothing left us: the name did not resolve, connecting or TLS failed, no connection was free, or
   * the deadline had passed before the request was written. Tried again with back-off; costs an
   * attempt.
   */
  record NotSent(String code, String message) implements Outcome {}

  /**
   * The API refused for now and did nothing. Holds the whole target until the time is up; costs no
   * attempt.
   *
   * @param after how long from the refusal's arrival, at most 7 days; never undercut
   */
  record Throttled(Duration after, String code, String message) implements Outcome {

    private static final Duration LONGEST = Duration.ofDays(7);

    public Throttled {
      // No API means it longer; what is longer is a mistake, and could not be stored as a time.
      after = after.compareTo(LONGEST) > 0 ? LONGEST : after;
    }
  }

  /**
   * This delivery must wait and nothing was done, for instance a daily quota. Costs no attempt.
   *
   * @param after how long from now
   */
  record Deferred(Duration after, String code, String message) implements Outcome {}

  /**
   * The API refused for good and did nothing.
   *
   * @param cause what must change
   */
  record Rejected(Cause cause, String code, String message) implements Outcome {

    /** What must change before another call makes sense. */
    public enum Cause {
      /** This form: the part's next plainer one is sent; without one it is as {@link #CONTENT}. */
      FORM,
      /** This post: its delivery is parked. */
      CONTENT,
      /** The target's settings or rights: the target is paused until a verification passes. */
      CONFIGURATION,
      /**
       * Something that only a person can do there, a captcha for instance: the target is paused.
       */
      PERSON
    }
  }

  /**
   * The destination has another address now, and nothing was done: the call is made again there.
   * Costs no attempt.
   *
   * @param move from the configured address to the one the API named
   */
  record Moved(Move move, String code, String message) implements Outcome {}

  /** Request bytes left and no trustworthy answer came: the effect may exist. */
  record Unknown(String code, String message) implements Outcome {}
}
