package io.broadsheet.publisher.channel;

/** Whether a target's configuration works, as its API said when asked. */
public sealed interface Verification {

  /** What a person reads; no secret. */
  String message();

  /**
   * What a refused question means: that something must be mended if a post would be refused for it,
   * else nothing.
   *
   * @param outcome the question's answer, judged as if it had been a post's
   */
  static Verification refused(Outcome outcome) {
    boolean mustBeMended =
        outcome instanceof Outcome.Rejected rejected
            && (rejected.cause() == Outcome.Rejected.Cause.CONFIGURATION
                || rejected.cause() == Outcome.Rejected.Cause.PERSON);
    return mustBeMended ? new Failed(outcome.message()) : new Unclear(outcome.message());
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

  /** The API could not be asked or gave no clear answer: nothing follows from it. */
  record Unclear(String message) implements Verification {}
}
