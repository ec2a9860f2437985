package io.broadsheet.publisher.channel.bluesky;

import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import java.util.List;

/**
 * What a refusal with a status of the 4xx, or 501, and an {@code error} means; the first row that
 * fits counts.
 *
 * @param status the HTTP status; 0: any
 * @param error the error's name; empty: any
 * @param cause what must change
 * @param remedy what a person can do
 */
record BlueskyRefusal(int status, String error, Cause cause, String remedy) {

  private static final String PASSWORD =
      "make a new app password of the account and check identifier";

  static final List<BlueskyRefusal> TABLE =
      List.of(
          new BlueskyRefusal(
              0,
              "AccountTakedown",
              Cause.PERSON,
              "the account is taken down: settle it with Bluesky, then verify the target"),
          new BlueskyRefusal(
              0,
              "AccountDeactivated",
              Cause.PERSON,
              "the account is deactivated: activate it in the app, then verify the target"),
          new BlueskyRefusal(
              0,
              "AuthFactorTokenRequired",
              Cause.CONFIGURATION,
              "app-password is the account's own; " + PASSWORD),
          new BlueskyRefusal(0, "ExpiredToken", Cause.CONFIGURATION, PASSWORD),
          new BlueskyRefusal(0, "InvalidToken", Cause.CONFIGURATION, PASSWORD),
          new BlueskyRefusal(401, "", Cause.CONFIGURATION, PASSWORD),
          new BlueskyRefusal(403, "", Cause.CONFIGURATION, PASSWORD),
          new BlueskyRefusal(404, "", Cause.CONFIGURATION, "check base-url"),
          new BlueskyRefusal(501, "", Cause.CONFIGURATION, "check base-url"),
          new BlueskyRefusal(0, "", Cause.CONTENT, "the server does not take this post"));

  /** The row of a refusal. */
  static BlueskyRefusal of(int status, String error) {
    return TABLE.stream()
        .filter(row -> row.status == 0 || row.status == status)
        .filter(row -> row.error.isEmpty() || row.error.equals(error))
        .findFirst()
        .orElseThrow();
  }
}
