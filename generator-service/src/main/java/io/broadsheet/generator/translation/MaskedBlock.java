package io.broadsheet.generator.translation;

import io.broadsheet.generator.translation.Block.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;

/**
 * A block as it is shown to the translator.
 *
 * @param block as it stands in the article
 * @param text with marks for what must be copied
 * @param originals what stands behind the marks, by their content
 * @param numbers how numbers are put into the target language's format
 */
record MaskedBlock(Block block, String text, Map<String, String> originals, NumberFormats numbers) {

  MaskedBlock {
    originals = new LinkedHashMap<>(originals);
  }

  int id() {
    return block.id();
  }

  /** Whether there is anything to translate: a letter outside all marks. */
  boolean hasWords() {
    return Marks.in(text).replaceAll("").codePoints().anyMatch(Character::isLetter);
  }

  /**
   * Puts back what stands behind the marks; a number goes into the target's format. A mark that is
   * unknown stays.
   *
   * @param translated one line
   */
  String restore(String translated) {
    String restored =
        Marks.in(translated).replaceAll(mark -> Matcher.quoteReplacement(restored(mark)));
    return block.kind() == Kind.CELL ? restored.replaceAll("(?<!\\\\)\\|", "\\\\|") : restored;
  }

  private String restored(MatchResult mark) {
    String content = mark.group(1);
    String original = originals.get(content);
    if (original != null) {
      return original;
    }
    return Character.isDigit(content.charAt(0)) ? numbers.localised(content) : mark.group();
  }
}
