package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.spend.Price;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * On what terms a model is asked.
 *
 * @param price of its tokens
 * @param maxTokens the longest answer
 * @param parameters what is sent besides the prompt, a JSON object without secrets
 */
public record Terms(Price price, int maxTokens, String parameters) {

  // Roles, separators and what else a chat template adds; some tens of tokens with every provider.
  private static final int ENVELOPE = 256;

  /**
   * The most that a question may cost: no tokeniser makes more tokens than a text has bytes in
   * UTF-8, and the answer ends at {@code maxTokens}. Russian prose has some five bytes a token, so
   * this is far above what is paid.
   */
  public BigDecimal worst(Prompt prompt) {
    long bytes = (long) bytes(prompt.system()) + bytes(prompt.user()) + bytes(parameters);
    return price.of(ENVELOPE + bytes, maxTokens);
  }

  /** What an answer cost; empty when the provider does not say how long it was. */
  public Optional<BigDecimal> cost(Answer answer) {
    return answer.promptTokens() == null || answer.completionTokens() == null
        ? Optional.empty()
        : Optional.of(price.of(answer.promptTokens(), answer.completionTokens()));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
