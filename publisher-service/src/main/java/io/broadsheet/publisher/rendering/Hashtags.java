package io.broadsheet.publisher.rendering;

import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tags as Telegram and VK make them clickable: letters, digits and underscores, not digits alone.
 */
public final class Hashtags {

  private static final int MAX_TAGS = 10;
  private static final int MAX_LENGTH = 40;
  private static final Pattern UNUSABLE = Pattern.compile("[^\\p{L}\\p{M}\\p{Nd}]+");
  private static final Pattern AT_AN_END = Pattern.compile("^_+|_+$");

  private Hashtags() {}

  /**
   * The first ten usable tags in one line, for instance {@code #open_source #java}; may be empty.
   */
  public static String of(Collection<String> tags) {
    return tags.stream()
        .map(Hashtags::word)
        .filter(word -> word.codePoints().anyMatch(Character::isLetter))
        .filter(word -> CleanText.length(word) <= MAX_LENGTH)
        .distinct()
        .limit(MAX_TAGS)
        .map(word -> "#" + word)
        .collect(Collectors.joining(" "));
  }

  private static String word(String tag) {
    String joined = UNUSABLE.matcher(CleanText.line(tag)).replaceAll("_");
    return AT_AN_END.matcher(joined).replaceAll("");
  }
}
