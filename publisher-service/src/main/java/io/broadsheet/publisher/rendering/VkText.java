package io.broadsheet.publisher.rendering;

import io.broadsheet.common.event.PostEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.commonmark.node.Node;

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
          "(\\[)(?=[A-Za-z0-9_.:/?=&%-]+\\|)"
              + "|(@)(?=[A-Za-z])(?<![\\p{L}\\p{N}_.+/-]@)"
              + "|(\\*)(?=[A-Za-z][A-Za-z0-9_.]* ?\\()(?<![\\p{L}\\p{N}_.+/-]\\*)");
  private final int maxCodePoints;
  private final Function<Node, String> inline;
  private final UnaryOperator<String> inert;
  private final UnaryOperator<String> address;

  /**
   * @param maxCodePoints the longest text, 4,000 or more; reports of VK's own limit go from 15,895
   *     to 16,384
   */
  public VkText(int maxCodePoints) {
    this(maxCodePoints, PlainInline::withTargets, VkText::withoutMentions, link -> link);
  }

  private VkText(
      int maxCodePoints,
      Function<Node, String> inline,
      UnaryOperator<String> inert,
      UnaryOperator<String> address) {
    this.maxCodePoints = maxCodePoints;
    this.inline = inline;
    this.inert = inert;
    this.address = address;
  }

  /**
   * The same texts without anything that VK would make a link of, for its error 222: of links only
   * the words are left, and addresses read {@code example[.]com/a}, the post's own too. They must
   * go without a link attachment.
   */
  public VkText withoutLinks() {
    return new VkText(maxCodePoints, PlainInline::of, VkText::unlinked, VkText::unlinked);
  }

  /** An address as {@link #withoutLinks()} writes it: what a probe has to look for. */
  public static String unlinked(String link) {
    return withoutMentions(Unlinked.of(link));
  }

  /** Title, summary, link and tags; only the summary gives way when all do not fit. */
  public String teaser(PostEvent post, String link) {
    Shortening shortening = Shortening.byCodePoints(post.language());
    String title = title(post);
    String end = end(post, Wording.of(post.language()).readInFull(), link);
    int room = maxCodePoints - CleanText.length(title + GAP + GAP + end);
    String summary = shortening.fit(inert.apply(CleanText.of(post.summary()).strip()), room);
    return join(title, summary, end);
  }

  /**
   * Title, the article's blocks, link and tags. When all do not fit, as many blocks as do, then
   * whole sentences of the next, and the link leads to the rest.
   */
  public String full(PostEvent post, String link) {
    List<String> blocks = blocks(post);
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

  // A wall's post of a title alone would say nothing.
  private List<String> blocks(PostEvent post) {
    List<String> body = PlainBlocks.of(post, inline);
    String summary = CleanText.of(post.summary()).strip();
    return (body.isEmpty() && !summary.isEmpty() ? List.of(summary) : body)
        .stream().map(inert).toList();
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

  private String title(PostEvent post) {
    return Shortening.byCodePoints(post.language()).fitTitle(inert.apply(post.title()), MAX_TITLE);
  }

  private String end(PostEvent post, String words, String link) {
    String tags = Hashtags.of(post.tags());
    return words + ": " + address.apply(link) + (tags.isEmpty() ? "" : GAP + tags);
  }

  private static String join(String title, String text, String end) {
    return text.isEmpty() ? title + GAP + end : title + GAP + text + GAP + end;
  }

  private static String withoutMentions(String text) {
    return MENTION.matcher(text).replaceAll("$1$2$3 ");
  }
}
