package io.broadsheet.publisher.channel;

import java.time.Duration;

/** Whether a target's configuration works, as its API said when asked. */
public sealed interface Verification {

  /** What a person reads; no secret. */
  String message();

  /**
   * What a refused question means: that something must be mended if a post would be refused for it,
   * else nothing. What is not to be mended is told in the API's words alone: the outcome's remedy
   * would speak of a post, and there was none.
   *
   * @param outcome the question's answer, judged as if it had been a post's
   * @param said the API's own words
   */
  static Verification refused(Outcome outcome, String said) {
    if (outcome instanceof Outcome.Throttled throttled) {
      return new Throttled(throttled.after(), throttled.message());
    }
    if (!(outcome instanceof Outcome.Rejected rejected)) {
      return new Unclear(outcome.message());
    }
    return switch (rejected.cause()) {
      case CONFIGURATION, PERSON -> new Failed(rejected.message());
      case CONTENT, FORM -> new Unclear("the API refused the question: " + said);
    };
  }

  /**
   * The API knows the credentials and the destination, and would take a post as far as it tells.
   *
   * @param message who and where, for instance {@code bot @daily_bot may post to @daily}
   */
  record Passed(String message) implements Verification {}

  /**
   * No post could go out: the target is paused until a verification passes.
   *
   * @param message what is wrong and what to do
   */
  record Failed(String message) implements Verification {}

  /**
   * The API asks to wait: until then it is asked nothing, no post either.
   *
   * @param after how long from now
   */
  record Throttled(Duration after, String message) implements Verification {}

  /** The API could not be asked or gave no clear answer: nothing follows from it. */
  record Unclear(String message) implements Verification {}
}
