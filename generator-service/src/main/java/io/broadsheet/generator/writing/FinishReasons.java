package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Puts what a provider gives as {@code finish_reason} into OpenAI's words, which the gates know.
 *
 * @param ended the words that say that the model ended by itself, in lower case; {@code none}
 *     stands for no word at all
 * @param maxTokens of an answer: one without a word that has as many was cut off
 */
record FinishReasons(Set<String> ended, int maxTokens) {

  private static final String KEY = "finish-reasons";
  private static final String STOP = "stop";
  private static final String NONE = "none";
  // Anthropic's own words, and those of servers of open models (Text Generation Inference).
  private static final Set<String> USUAL =
      Set.of(STOP, "end_turn", "stop_sequence", "eos", "eos_token");
  private static final Set<String> CUT_OFF = Set.of(ChatReply.CUT_OFF, "max_tokens");
  private static final Set<String> NOT_ENDED =
      Set.of(ChatReply.CUT_OFF, "max_tokens", "content_filter", "safety", "tool_calls");
  private static final Pattern WORD = Pattern.compile("[a-z0-9_-]{1,40}");

  /** Those that need no configuration. */
  static FinishReasons usual(int maxTokens) {
    return new FinishReasons(USUAL, maxTokens);
  }

  /**
   * Reads {@code finish-reasons}: words besides the usual ones, separated by commas.
   *
   * @throws ConfigurationFault if one is no word, or says that the answer is not whole
   */
  static FinishReasons read(WriterKeys keys, int maxTokens) {
    Set<String> ended = new HashSet<>(USUAL);
    Arrays.stream(keys.find(KEY).orElse("").split(","))
        .map(word -> word.strip().toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty())
        .forEach(
            word -> {
              if (!WORD.matcher(word).matches() || NOT_ENDED.contains(word)) {
                throw new ConfigurationFault(
                    keys.key(KEY),
                    "has \""
                        + word
                        + "\"; write words by which the provider says that the model ended by"
                        + " itself, or none where it gives no word");
              }
              ended.add(word);
            });
    return new FinishReasons(Set.copyOf(ended), maxTokens);
  }

  /**
   * The word as the gates know it.
   *
   * @param said null where the provider gives none
   * @param completionTokens null where they are not known
   */
  String told(String said, Integer completionTokens) {
    if (said == null || said.isBlank()) {
      boolean full = completionTokens != null && completionTokens >= maxTokens;
      return ended.contains(NONE) && !full ? STOP : null;
    }
    String word = said.strip().toLowerCase(Locale.ROOT);
    if (ended.contains(word)) {
      return STOP;
    }
    return CUT_OFF.contains(word) ? ChatReply.CUT_OFF : said;
  }
}
