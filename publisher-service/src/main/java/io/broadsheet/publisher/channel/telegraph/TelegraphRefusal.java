package io.broadsheet.publisher.channel.telegraph;

import static io.broadsheet.publisher.channel.Outcome.Rejected.Cause.CONFIGURATION;
import static io.broadsheet.publisher.channel.Outcome.Rejected.Cause.CONTENT;

import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import java.util.Map;

/**
 * What Telegraph refuses for good: error words seen by clients of the API. Not among them are
 * {@code PAGE_SAVE_FAILED} and sentences such as {@code Try again later}: what was saved before
 * them is not known.
 *
 * @param cause what must change
 * @param remedy what a person can do
 */
record TelegraphRefusal(Cause cause, String remedy) {

  private static final TelegraphRefusal RENDERING =
      new TelegraphRefusal(CONTENT, "the page breaks a rule of Telegraph; the post is parked");
  private static final TelegraphRefusal TOKEN =
      new TelegraphRefusal(CONFIGURATION, "check access-token");
  private static final TelegraphRefusal AUTHOR_URL =
      new TelegraphRefusal(CONFIGURATION, "Telegraph does not take broadsheet.site.base-url");
  private static final TelegraphRefusal AUTHOR_NAME =
      new TelegraphRefusal(CONFIGURATION, "check author-name");
  private static final TelegraphRefusal ADDRESS =
      new TelegraphRefusal(CONFIGURATION, "check base-url");

  static final Map<String, TelegraphRefusal> TABLE =
      Map.ofEntries(
          Map.entry("CONTENT_TOO_BIG", RENDERING),
          Map.entry("CONTENT_FORMAT_INVALID", RENDERING),
          Map.entry("CONTENT_TEXT_REQUIRED", RENDERING),
          Map.entry("CONTENT_REQUIRED", RENDERING),
          Map.entry("TITLE_REQUIRED", RENDERING),
          Map.entry("TITLE_TOO_LONG", RENDERING),
          Map.entry("PAGE_NOT_FOUND", RENDERING),
          Map.entry("PAGE_ACCESS_DENIED", TOKEN),
          Map.entry("ACCESS_TOKEN_INVALID", TOKEN),
          Map.entry("SHORT_NAME_REQUIRED", TOKEN),
          Map.entry("AUTHOR_URL_INVALID", AUTHOR_URL),
          Map.entry("AUTHOR_URL_TOO_LONG", AUTHOR_URL),
          Map.entry("AUTHOR_NAME_TOO_LONG", AUTHOR_NAME),
          Map.entry("UNKNOWN_METHOD", ADDRESS));

  /** Another word in the form of these: a refusal whose reason is not known here. */
  static final TelegraphRefusal UNLISTED =
      new TelegraphRefusal(CONTENT, "the refusal is not in the table; the post is parked");
}
