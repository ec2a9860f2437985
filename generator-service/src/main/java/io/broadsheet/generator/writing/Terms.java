package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.spend.Price;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * On what terms a model is asked.
 *
 * @param price of its tokens
 * @param maxTokens the longest answer, with what a model may think besides
 * @param parameters what is sent besides the prompt, a JSON object without secrets
 */
public record Terms(Price price, int maxTokens, String parameters) {

  // Roles, separators and what else a chat template adds; some tens of tokens with every provider.
  private static final int ENVELOPE = 256;

  /**
   * The most that a question may cost: no tokeniser makes more tokens than a text has bytes in
   * UTF-8, and answer and thoughts end at {@code maxTokens}. Russian prose has some five bytes a
   * token, so this is far above what is paid.
   */
  public BigDecimal worst(Prompt prompt) {
    long bytes = (long) bytes(prompt.system()) + bytes(prompt.user()) + bytes(parameters);
    return price.of(ENVELOPE + bytes, maxTokens);
  }

  /**
   * What an answer cost; empty when the provider does not say how long question and answer were, or
   * says nothing: no question has no tokens, and no text has none.
   */
  public Optional<BigDecimal> cost(Answer answer) {
    return isCounted(answer)
        ? Optional.of(price.of(answer.promptTokens(), answer.completionTokens()))
        : Optional.empty();
  }

  private static boolean isCounted(Answer answer) {
    return answer.promptTokens() != null
        && answer.promptTokens() > 0
        && answer.completionTokens() != null
        && (answer.completionTokens() > 0 || answer.text().isBlank());
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
