package io.broadsheet.publisher.channel.vk;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * One row of what {@code wall.post} answers in place of a post: codes of VK's published schema, and
 * what reports tell of them. The first row that fits decides; the last fits every code.
 *
 * @param code {@code error_code}; 0 for any
 * @param words what {@code error_msg} holds, in small letters; empty for any
 * @param meaning what follows
 * @param pause how long, for {@link Meaning#THROTTLED} and {@link Meaning#DEFERRED}; else zero
 * @param remedy what it is, or what a person can do
 */
record VkError(int code, String words, Meaning meaning, Duration pause, String remedy) {

  /** What an error says about the call. */
  enum Meaning {
    /** Refused for now, by the rate of calls. */
    THROTTLED,
    /** Refused for this post for now. */
    DEFERRED,
    /** Refused as it is: the post's plainer form may pass. */
    FORM,
    /** Refused until the post is another. */
    CONTENT,
    /** Refused until the target is set up otherwise. */
    CONFIGURATION,
    /** Refused until a person has done something at VK. */
    PERSON,
    /** VK does not know itself. */
    UNKNOWN
  }

  private static final String PERSON =
      "VK wants a person: open the community in a browser as its administrator, do what VK asks,"
          + " then verify the target";
  private static final String TOKEN = "make a new key of the community with the right wall";
  private static final String RIGHT =
      "check owner-id, and that the key is this community's and has the right wall";
  private static final String OWNER = "check owner-id";
  private static final String PARKED = "VK does not take this text; the post is parked";

  static final List<VkError> TABLE =
      List.of(
          row(1, Meaning.UNKNOWN, "VK reports an unknown error"),
          row(10, Meaning.UNKNOWN, "VK reports an internal error"),
          row(13, Meaning.UNKNOWN, "VK's code failed"),
          row(36, Meaning.UNKNOWN, "VK's code ran out of time"),
          later(6, Meaning.THROTTLED, Duration.ofSeconds(1), "too many calls per second"),
          later(9, Meaning.THROTTLED, Duration.ofHours(3), "flood control"),
          later(29, Meaning.DEFERRED, Duration.ofHours(24), "the day's calls are used up"),
          later(43, Meaning.DEFERRED, Duration.ofMinutes(10), "walls are out of order"),
          later(103, Meaning.DEFERRED, Duration.ofHours(1), "a limit is reached"),
          later(219, Meaning.DEFERRED, Duration.ofHours(1), "an advertisement was posted recently"),
          later(220, Meaning.DEFERRED, Duration.ofHours(1), "too many recipients"),
          later(224, Meaning.DEFERRED, Duration.ofHours(24), "too many advertisements"),
          new VkError(
              214,
              "posts a day",
              Meaning.DEFERRED,
              Duration.ofHours(24),
              "the day's posts are used up"),
          row(214, Meaning.CONFIGURATION, RIGHT),
          row(14, Meaning.PERSON, PERSON),
          row(17, Meaning.PERSON, PERSON),
          row(24, Meaning.PERSON, PERSON),
          row(25, Meaning.PERSON, PERSON),
          row(3300, Meaning.PERSON, PERSON),
          row(5, Meaning.CONFIGURATION, TOKEN),
          row(27, Meaning.CONFIGURATION, TOKEN),
          row(28, Meaning.CONFIGURATION, TOKEN),
          row(1117, Meaning.CONFIGURATION, TOKEN),
          row(1051, Meaning.CONFIGURATION, "VK ID tokens cannot post; " + TOKEN),
          row(3609, Meaning.CONFIGURATION, TOKEN),
          row(3, Meaning.CONFIGURATION, "check base-url"),
          row(7, Meaning.CONFIGURATION, RIGHT),
          row(15, Meaning.CONFIGURATION, RIGHT),
          row(20, Meaning.CONFIGURATION, RIGHT),
          row(23, Meaning.CONFIGURATION, RIGHT),
          row(42, Meaning.CONFIGURATION, RIGHT),
          row(203, Meaning.CONFIGURATION, RIGHT),
          row(210, Meaning.CONFIGURATION, RIGHT),
          new VkError(100, "owner_id", Meaning.CONFIGURATION, Duration.ZERO, OWNER),
          row(113, Meaning.CONFIGURATION, OWNER),
          row(125, Meaning.CONFIGURATION, OWNER),
          row(8, Meaning.CONTENT, PARKED),
          row(19, Meaning.CONTENT, PARKED),
          row(100, Meaning.CONTENT, PARKED),
          row(150, Meaning.CONTENT, PARKED),
          row(222, Meaning.FORM, "VK forbids links here; once more without any"),
          row(0, Meaning.CONTENT, "the error is not in the table; the post is parked"));

  private static VkError row(int code, Meaning meaning, String remedy) {
    return new VkError(code, "", meaning, Duration.ZERO, remedy);
  }

  private static VkError later(int code, Meaning meaning, Duration pause, String reason) {
    return new VkError(code, "", meaning, pause, reason);
  }

  /** The row of an error. */
  static VkError of(int code, String message) {
    String text = message.toLowerCase(Locale.ROOT);
    return TABLE.stream()
        .filter(row -> (row.code == 0 || row.code == code) && text.contains(row.words))
        .findFirst()
        .orElseThrow();
  }
}
