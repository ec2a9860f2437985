package io.broadsheet.publisher.channel.mastodon;

import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import java.util.List;
import java.util.Locale;

/**
 * What a refusal with a status of the 4xx and an {@code error} means; the first row that fits
 * counts.
 *
 * @param status the HTTP status; 0: any
 * @param words in the error, in small letters; empty: any
 * @param cause what must change
 * @param remedy what a person can do
 */
record MastodonRefusal(int status, String words, Cause cause, String remedy) {

  private static final String TOKEN =
      "make a new access-token with the scopes write:statuses, read:accounts and read:statuses";

  static final List<MastodonRefusal> TABLE =
      List.of(
          new MastodonRefusal(401, "", Cause.CONFIGURATION, TOKEN),
          new MastodonRefusal(403, "scopes", Cause.CONFIGURATION, TOKEN),
          new MastodonRefusal(
              403,
              "",
              Cause.CONFIGURATION,
              "look at the account on its instance: it may be disabled or suspended"),
          new MastodonRefusal(404, "", Cause.CONFIGURATION, "check base-url"),
          new MastodonRefusal(410, "", Cause.CONFIGURATION, "check base-url"),
          new MastodonRefusal(
              422,
              "character limit",
              Cause.CONTENT,
              "set max-characters to what the instance allows; this post stays parked"),
          new MastodonRefusal(0, "", Cause.CONTENT, "the instance does not take this text"));

  /** The row of a refusal. */
  static MastodonRefusal of(int status, String error) {
    String text = error.toLowerCase(Locale.ROOT);
    return TABLE.stream()
        .filter(row -> (row.status == 0 || row.status == status) && text.contains(row.words))
        .findFirst()
        .orElseThrow();
  }
}
