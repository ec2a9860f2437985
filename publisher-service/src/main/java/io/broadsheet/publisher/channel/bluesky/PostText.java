package io.broadsheet.publisher.channel.bluesky;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.rendering.CleanText;
import io.broadsheet.publisher.rendering.Hashtags;
import io.broadsheet.publisher.rendering.SafeLink;
import io.broadsheet.publisher.rendering.Shortening;
import io.broadsheet.publisher.rendering.Wording;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A post as one text: title, summary, the words that lead to the whole, tags. Only the summary
 * gives way when all do not fit, then the tags. Markup stands beside the text, as facets.
 *
 * @param text at most 300 graphemes and 3,000 bytes of UTF-8 (lexicon {@code app.bsky.feed.post})
 * @param facets what is clickable, by its place in the text
 */
record PostText(String text, List<Facet> facets) {

  /** The lexicon's {@code maxGraphemes}. */
  static final int MAX_GRAPHEMES = 300;

  /** The lexicon's {@code maxLength}. */
  static final int MAX_BYTES = 3_000;

  private static final int MAX_TITLE = 120;
  private static final String GAP = "\n\n";

  private static final Pattern GRAPHEME = Pattern.compile("\\X");
  private static final Pattern ADDRESS =
      Pattern.compile("https?://[^\\s<>\"]*[^\\s<>\".,;:!?)'»”]", Pattern.CASE_INSENSITIVE);
  private static final Pattern TAG = Pattern.compile("#(\\S+)");

  /**
   * A clickable stretch.
   *
   * @param byteStart its first byte in the text's UTF-8
   * @param byteEnd the first byte behind it
   * @param link where it leads, or empty text for a hashtag
   * @param tag the hashtag without {@code #}, or empty text for a link
   */
  record Facet(int byteStart, int byteEnd, String link, String tag) {}

  /**
   * The text of a post.
   *
   * @param link where the whole post is; it must be a safe link
   */
  static PostText teaser(PostEvent post, String link) {
    Shortening shortening = Shortening.by(post.language(), PostText::length);
    String title = shortening.fitTitle(post.title(), MAX_TITLE);
    String words = Wording.of(post.language()).readInFull();
    String tags = Hashtags.of(post.tags());
    int room = MAX_GRAPHEMES - length(title + GAP) - length(words);
    int tagsTaken = tags.isEmpty() ? 0 : length(GAP + tags);
    if (tagsTaken > room) {
      tags = "";
      tagsTaken = 0;
    }
    String summary =
        shortening.fit(CleanText.of(post.summary()).strip(), room - tagsTaken - GAP.length());
    String head = title + GAP + (summary.isEmpty() ? "" : summary + GAP);
    String text = head + words + (tags.isEmpty() ? "" : GAP + tags);
    List<Facet> facets = new ArrayList<>(addresses(head));
    facets.add(new Facet(bytes(head), bytes(head + words), link, ""));
    Matcher tag = TAG.matcher(text).region(text.length() - tags.length(), text.length());
    while (tag.find()) {
      facets.add(
          new Facet(
              bytes(text.substring(0, tag.start())),
              bytes(text.substring(0, tag.end())),
              "",
              tag.group(1)));
    }
    return new PostText(text, facets);
  }

  private static List<Facet> addresses(String text) {
    List<Facet> facets = new ArrayList<>();
    Matcher address = ADDRESS.matcher(text);
    while (address.find()) {
      SafeLink.of(address.group())
          .ifPresent(
              link ->
                  facets.add(
                      new Facet(
                          bytes(text.substring(0, address.start())),
                          bytes(text.substring(0, address.end())),
                          link,
                          "")));
    }
    return facets;
  }

  /**
   * The share of the limits that a text takes, in graphemes: of graphemes and bytes whichever is
   * more, for a grapheme can have dozens of bytes.
   */
  static int length(String text) {
    int graphemes = (int) GRAPHEME.matcher(text).results().count();
    int share = MAX_BYTES / MAX_GRAPHEMES;
    return Math.max(graphemes, (bytes(text) + share - 1) / share);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
