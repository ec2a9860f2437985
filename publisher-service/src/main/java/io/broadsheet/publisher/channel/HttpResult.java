package io.broadsheet.publisher.channel;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** How one HTTP exchange ended, told apart by the only thing that matters: whether bytes left. */
public sealed interface HttpResult {

  /**
   * A whole answer came.
   *
   * @param status its status, whatever it is; redirects are not followed
   * @param body its text
   * @param retryAfter how many seconds its headers ask to wait, if they do
   */
  record Answered(int status, String body, Optional<Long> retryAfter) implements HttpResult {}

  /**
   * No byte of the request left.
   *
   * @param code a short word
   * @param message what happened, for a person
   */
  record NotWritten(String code, String message) implements HttpResult {}

  /**
   * The request was written, at least in part, and no whole answer came.
   *
   * @param code a short word
   * @param message what happened, for a person
   */
  record NoAnswer(String code, String message) implements HttpResult {}

  /**
   * What became of a call.
   *
   * @param whole judges an answer that came whole
   */
  default Outcome outcome(Function<Answered, Outcome> whole) {
    if (this instanceof NotWritten nothing) {
      return new Outcome.NotSent(nothing.code(), nothing.message());
    } else if (this instanceof NoAnswer silence) {
      return new Outcome.Unknown(silence.code(), silence.message());
    }
    return whole.apply((Answered) this);
  }

  /** Why there is nothing to read in it, for a person. */
  default String failure() {
    if (this instanceof NotWritten nothing) {
      return nothing.message();
    } else if (this instanceof NoAnswer silence) {
      return silence.message();
    }
    return "status " + ((Answered) this).status();
  }

  /**
   * A refusal for the rate of calls, for as long as its headers ask, a second at least.
   *
   * @param otherwise how long, if they do not say
   */
  static Outcome throttled(Answered refusal, Duration otherwise) {
    Duration asked = refusal.retryAfter().map(Duration::ofSeconds).orElse(otherwise);
    return new Outcome.Throttled(
        asked.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : asked,
        Integer.toString(refusal.status()),
        "too many requests");
  }
}
