package io.broadsheet.publisher.channel;

import java.util.Optional;

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
}
