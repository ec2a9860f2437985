package io.broadsheet.publisher.channel.mastodon;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Unrenderable;
import io.broadsheet.publisher.rendering.CleanText;
import io.broadsheet.publisher.rendering.Hashtags;
import io.broadsheet.publisher.rendering.Shortening;
import java.util.regex.Pattern;

/**
 * A post as one status: title, summary, link, tags. Only the summary gives way when all do not fit,
 * then the tags.
 *
 * <p>Mastodon counts graphemes and every link alike. Here code points are counted, which are never
 * fewer, and an address in the text as if it were the shortest there is and yet counted as a link:
 * where Mastodon lets it end, and whether it makes a link of it, is its own affair.
 */
final class StatusText {

  private static final int MAX_TITLE = 100;
  private static final int LEAST_ROOM = 20;
  private static final String GAP = "\n\n";

  private static final Pattern SCHEME = Pattern.compile("https?://", Pattern.CASE_INSENSITIVE);
  private static final int SHORTEST_SCHEME = 7;

  /** Whether Mastodon is sure to make one link of all of it: it wants a top-level domain. */
  private static final Pattern LINKED =
      Pattern.compile(
          "https?://(?:[a-z0-9-]+\\.)+[a-z]{2,}(?::\\d+)?(?:[/?](?:[\\w/.~%?&=#+:@-]*[\\w/=-])?)?",
          Pattern.CASE_INSENSITIVE);

  // Where it would name an account, whose owner would be told of it.
  private static final Pattern MENTION = Pattern.compile("(?<![\\p{L}\\p{N}_/=])@(?=[A-Za-z0-9_])");
  private static final String APART = "@\u200B";

  private final int maxCharacters;
  private final int reservedPerUrl;

  StatusText(MastodonSettings settings) {
    this.maxCharacters = settings.maxCharacters();
    this.reservedPerUrl = settings.reservedPerUrl();
  }

  /**
   * The status.
   *
   * @param link where the whole post is; it must be a safe link
   * @throws Unrenderable if the link alone is too long
   */
  String teaser(PostEvent post, String link) {
    Shortening shortening = Shortening.by(post.language(), this::length);
    int room = maxCharacters - lengthOfLink(link) - GAP.length();
    if (room < LEAST_ROOM) {
      throw new Unrenderable("the post's link leaves no room within max-characters");
    }
    String title = shortening.fitTitle(tame(post.title()), Math.min(MAX_TITLE, room));
    room -= length(title) + GAP.length();
    String tags = Hashtags.of(post.tags());
    int tagsTaken = tags.isEmpty() ? 0 : length(GAP + tags);
    if (tagsTaken > room) {
      tags = "";
      tagsTaken = 0;
    }
    String summary = shortening.fit(tame(post.summary()), room - tagsTaken);
    StringBuilder text = new StringBuilder(title).append(GAP);
    if (!summary.isEmpty()) {
      text.append(summary).append(GAP);
    }
    text.append(link);
    if (!tags.isEmpty()) {
      text.append(GAP).append(tags);
    }
    return text.toString();
  }

  /** What a text counts at most; it does not grow when text is taken away from the end. */
  int length(String text) {
    int addresses = (int) SCHEME.matcher(text).results().count();
    return CleanText.length(text) + addresses * Math.max(0, reservedPerUrl - SHORTEST_SCHEME);
  }

  private int lengthOfLink(String link) {
    return LINKED.matcher(link).matches() ? reservedPerUrl : length(link);
  }

  private static String tame(String text) {
    return MENTION.matcher(CleanText.of(text).strip()).replaceAll(APART);
  }
}
