package io.broadsheet.generator.writing.spend;

import io.broadsheet.generator.writing.Answer;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * How a call ended.
 *
 * @param outcome {@code good}, {@code gate}, or the kind of failure
 * @param reason why it is not good; null if it is
 * @param answer what came back; null for nothing
 * @param latencyMs from the question to the end, in milliseconds
 * @param cost what it cost; empty when that is not known
 */
public record CallEnd(
    String outcome, String reason, Answer answer, long latencyMs, Optional<BigDecimal> cost) {}
