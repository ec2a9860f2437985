package io.broadsheet.sandbox.api;

import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.llm.Misbehaviour;
import java.util.function.Supplier;

/** One of the APIs. Called by one thread only, and never waits. */
public interface Api {
  /** Checks the call, does what it asks for, and answers. Never throws for bad input. */
  Answer handle(Call call);

  /**
   * Takes a call in whose work is done later, and reads at once what the real API reads before it
   * begins, such as an idempotency key: of what happens until then the work knows nothing.
   *
   * @return the work; does what {@link #handle} does
   */
  default Supplier<Answer> begin(Call call) {
    return () -> handle(call);
  }

  /**
   * Answers badly in a way that only an LLM knows; the other APIs just answer.
   *
   * @param retryAfter seconds, where the way has such a thing
   */
  default Answer misbehaving(Call call, Misbehaviour how, int retryAfter) {
    return handle(call);
  }

  /**
   * Whom a call is for, in the words of the journal's {@code destination}; what the request log
   * shows. No secret; empty where the call does not say.
   */
  default String destination(Call call) {
    return "";
  }

  /** Takes back an own journal entry, at start, oldest first. */
  void restore(Effect entry);

  /** Forgets everything. */
  void reset();

  /** The API's way of saying "slow down". */
  Answer throttled(Throttle throttle);

  /** The same to a call, for APIs whose errors repeat the call. */
  default Answer throttled(Call call, Throttle throttle) {
    return throttled(throttle);
  }

  /** The API's way of saying that something failed. */
  Answer failed(Failure failure);

  /** The same to a call, for APIs whose errors repeat the call. */
  default Answer failed(Call call, Failure failure) {
    return failed(failure);
  }

  /**
   * How to throttle.
   *
   * @param retryAfter seconds to wait, at least 1
   * @param status the status or error code asked for; 0 when the rule named none
   */
  record Throttle(int retryAfter, int status) {}

  /**
   * How to fail.
   *
   * @param status the status or error code asked for; 0 when the rule named none
   * @param text the error's words; empty when the rule named none
   */
  record Failure(int status, String text) {}
}
