package io.broadsheet.publisher.channel.webhook;

import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import java.util.List;

/**
 * What a status that refuses means; the first row that fits counts. A receiver is whatever the user
 * has built, so only the status speaks.
 *
 * @param from the lowest status
 * @param to the highest status
 * @param cause what must change
 * @param remedy what a person can do
 */
record WebhookRefusal(int from, int to, Cause cause, String remedy) {

  private static final String ADDRESS = "check base-url";

  static final List<WebhookRefusal> TABLE =
      List.of(
          new WebhookRefusal(
              300,
              399,
              Cause.CONFIGURATION,
              "redirects are not followed; put the last address in base-url"),
          new WebhookRefusal(
              401, 403, Cause.CONFIGURATION, "check secret, and the receiver's clock and rights"),
          new WebhookRefusal(404, 405, Cause.CONFIGURATION, ADDRESS),
          new WebhookRefusal(
              410,
              410,
              Cause.CONFIGURATION,
              "the receiver wants nothing more; remove the target or change base-url"),
          new WebhookRefusal(
              400, 499, Cause.CONTENT, "the receiver does not take this post; see what it logged"));

  /** The row of a refusing status, from 300 to 499. */
  static WebhookRefusal of(int status) {
    return TABLE.stream()
        .filter(row -> row.from <= status && status <= row.to)
        .findFirst()
        .orElseThrow();
  }
}
