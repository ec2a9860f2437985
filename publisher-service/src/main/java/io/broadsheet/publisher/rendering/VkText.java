package io.broadsheet.publisher.rendering;

import io.broadsheet.common.event.PostEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The plain text of a post on a VK wall. VK makes mentions and links of {@code [id1|text]}, {@code
 * *id1 (text)} and {@code @name}: in a text that a model wrote they are taken apart by a space.
 */
public final class VkText {

  private static final int MAX_TITLE = 256;
  private static final String GAP = "\n\n";

  /** Room that is not left empty for want of a sentence's end. */
  private static final int MUCH_ROOM = 500;

  private static final Pattern MENTION =
      Pattern.compile(
          "(\\[)(?=[A-Za-z0-9_.:/?=&%-]+\\|)|(?<![\\p{L}\\p{N}_.+/-])(?:(@)(?=[A-Za-z])|(\\*)(?=[A-Za-z][A-Za-z0-9_.]*"
              + " ?\\())");

  private final int maxCodePoints;

  /**
   * @param maxCodePoints the longest text, 1,000 or more; reports of VK's own limit go from 15,895
   *     to 16,384
   */
  public VkText(int maxCodePoints) {
    this.maxCodePoints = maxCodePoints;
  }

  /** Title, summary, link and tags; only the summary gives way when all do not fit. */
  public String teaser(PostEvent post, String link) {
    Shortening shortening = Shortening.byCodePoints(post.language());
    String title = title(post);
    String end = end(post, Wording.of(post.language()).readInFull(), link);
    int room = maxCodePoints - CleanText.length(title + GAP + GAP + end);
    String summary = shortening.fit(inert(CleanText.of(post.summary()).strip()), room);
    return join(title, summary, end);
  }

  /**
   * Title, the article's blocks, link and tags. When all do not fit, as many blocks as do, then
   * whole sentences of the next, and the link leads to the rest.
   */
  public String full(PostEvent post, String link) {
    List<String> blocks = PlainBlocks.of(post).stream().map(VkText::inert).toList();
    String title = title(post);
    Wording wording = Wording.of(post.language());
    String whole = join(title, String.join(GAP, blocks), end(post, wording.readInFull(), link));
    if (CleanText.length(whole) <= maxCodePoints) {
      return whole;
    }
    String end = end(post, wording.readOn(), link);
    int room = maxCodePoints - CleanText.length(title + GAP + GAP + end);
    return join(title, fit(blocks, room, post.language()), end);
  }

  private static String fit(List<String> blocks, int room, String language) {
    List<String> kept = new ArrayList<>();
    int left = room;
    for (String block : blocks) {
      int size = CleanText.length(block);
      if (size > left) {
        kept.add(beginning(block, left, Shortening.byCodePoints(language)));
        break;
      }
      kept.add(block);
      left -= size + GAP.length();
    }
    return String.join(GAP, kept).strip();
  }

  private static String beginning(String block, int room, Shortening shortening) {
    return room < MUCH_ROOM ? shortening.fitSentences(block, room) : shortening.fit(block, room);
  }

  private static String title(PostEvent post) {
    return Shortening.byCodePoints(post.language()).fitTitle(inert(post.title()), MAX_TITLE);
  }

  private static String end(PostEvent post, String words, String link) {
    String tags = Hashtags.of(post.tags());
    return words + ": " + link + (tags.isEmpty() ? "" : GAP + tags);
  }

  private static String join(String title, String text, String end) {
    return text.isEmpty() ? title + GAP + end : title + GAP + text + GAP + end;
  }

  private static String inert(String text) {
    return MENTION.matcher(text).replaceAll("$1$2$3 ");
  }
}
