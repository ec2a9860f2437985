package io.broadsheet.generator.writing;

/**
 * What a model answered.
 *
 * @param text the raw text, possibly empty
 * @param finishReason why the model stopped, for instance {@code stop} or {@code length}; null when
 *     the provider does not say
 * @param promptTokens tokens read, or null when the provider does not say
 * @param completionTokens tokens written, or null
 * @param latencyMs time from the question to the whole answer, in milliseconds
 */
public record Answer(
    String text,
    String finishReason,
    Integer promptTokens,
    Integer completionTokens,
    long latencyMs) {}
