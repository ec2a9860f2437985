package io.broadsheet.generator.writing.spend;

import java.math.BigDecimal;

/**
 * What a model costs.
 *
 * @param input per million tokens read, in the configured currency; zero or more
 * @param output per million tokens written
 */
public record Price(BigDecimal input, BigDecimal output) {

  /** Costs nothing. */
  public static final Price FREE = new Price(BigDecimal.ZERO, BigDecimal.ZERO);

  private static final int MILLION = 6;

  /** The exact cost of that many tokens. */
  public BigDecimal of(long promptTokens, long completionTokens) {
    return input
        .multiply(BigDecimal.valueOf(promptTokens))
        .add(output.multiply(BigDecimal.valueOf(completionTokens)))
        .movePointLeft(MILLION);
  }
}
