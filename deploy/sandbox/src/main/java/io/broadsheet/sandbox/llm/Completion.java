package io.broadsheet.sandbox.llm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;

/**
 * A chat completion.
 *
 * @param content the text
 * @param reasoning what the model thought; empty when it does not say
 * @param refusal why it refuses; empty when it does not
 * @param finishReason {@code stop}, {@code length} or {@code content_filter}
 * @param promptTokens billed as input
 * @param completionTokens billed as output
 */
record Completion(
    String id,
    long created,
    String model,
    String content,
    String reasoning,
    String refusal,
    String finishReason,
    int promptTokens,
    int completionTokens) {

  static final int LETTERS_PER_TOKEN = 4;

  /** What a text costs in tokens: one for each four letters begun. */
  static int tokens(String text) {
    return Math.max(1, (text.length() + LETTERS_PER_TOKEN - 1) / LETTERS_PER_TOKEN);
  }

  /** The same with another text, billed by its length. */
  Completion saying(String text) {
    return new Completion(
        id, created, model, text, "", "", finishReason, promptTokens, tokens(text));
  }

  /** The same with another end. */
  Completion ending(String reason) {
    return new Completion(
        id, created, model, content, reasoning, refusal, reason, promptTokens, completionTokens);
  }

  /** The text told as thought, or as a refusal; the content is empty, the tokens are as before. */
  Completion without(String thought, String refused) {
    return new Completion(
        id, created, model, "", thought, refused, finishReason, promptTokens, completionTokens);
  }

  ObjectNode json() {
    ObjectNode completion =
        Json.object()
            .put("id", id)
            .put("object", "chat.completion")
            .put("created", created)
            .put("model", model);
    ObjectNode choice = completion.putArray("choices").addObject().put("index", 0);
    ObjectNode message = choice.putObject("message").put("role", "assistant");
    if (refusal.isEmpty()) {
      message.put("content", content).putNull("refusal");
    } else {
      message.putNull("content").put("refusal", refusal);
    }
    if (!reasoning.isEmpty()) {
      message.put("reasoning", reasoning);
    }
    choice.putNull("logprobs").put("finish_reason", finishReason);
    completion
        .putObject("usage")
        .put("prompt_tokens", promptTokens)
        .put("completion_tokens", completionTokens)
        .put("total_tokens", promptTokens + completionTokens);
    return completion;
  }
}
