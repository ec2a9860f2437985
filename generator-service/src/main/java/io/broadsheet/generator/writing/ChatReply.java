package io.broadsheet.generator.writing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Reads the reply of an API of the OpenAI kind. Providers answer errors with other statuses, other
 * shapes, and sometimes with 200 and an {@code error} object.
 */
final class ChatReply {

  /** The longest body that is looked at; a whole article takes some tens of kilobytes. */
  static final int MAX_LENGTH = 2_000_000;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_MESSAGE = 300;

  private ChatReply() {}

  /**
   * @param key taken out of whatever is quoted from the reply
   * @throws ChatFailure if it holds no answer
   */
  static Answer read(int status, String body, long latencyMs, String key) {
    if (body != null && body.length() > MAX_LENGTH) {
      throw new ChatFailure("answered with more than " + MAX_LENGTH + " characters", false);
    }
    JsonNode reply = parse(body);
    JsonNode error = reply.path("error");
    if (status >= 300 || isSet(error)) {
      throw refusal(status, error, body, key);
    }
    JsonNode choice = reply.path("choices").path(0);
    if (choice.isMissingNode()) {
      throw new ChatFailure("answered HTTP " + status + " without an answer in it", true);
    }
    JsonNode usage = reply.path("usage");
    return new Answer(
        choice.path("message").path("content").asText(""),
        choice.path("finish_reason").isTextual()
            ? shorten(choice.path("finish_reason").textValue())
            : null,
        tokens(usage, "prompt_tokens"),
        tokens(usage, "completion_tokens"),
        latencyMs);
  }

  private static ChatFailure refusal(int status, JsonNode error, String body, String key) {
    String code = text(error.path("code"), text(error.path("type"), ""));
    String message = text(error.path("message"), error.isTextual() ? error.textValue() : body);
    String quoted = shorten((message == null ? "" : message).replace(key, "***"));
    boolean outOfMoney = code.equals("insufficient_quota") || status == 402;
    boolean passing = !outOfMoney && (status == 429 || status >= 500 || status < 300);
    return new ChatFailure(
        "answered HTTP "
            + status
            + (code.isEmpty() ? "" : " " + shorten(code.replace(key, "***")))
            + (quoted.isEmpty() ? "" : ": " + quoted),
        passing);
  }

  private static JsonNode parse(String body) {
    try {
      JsonNode tree = body == null ? null : JSON.readTree(body);
      return tree == null ? JSON.missingNode() : tree;
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  private static boolean isSet(JsonNode node) {
    return !node.isMissingNode() && !node.isNull();
  }

  private static Integer tokens(JsonNode usage, String field) {
    return usage.path(field).canConvertToInt() && usage.path(field).isNumber()
        ? usage.path(field).intValue()
        : null;
  }

  private static String text(JsonNode node, String fallback) {
    return node.isValueNode() && !node.isNull() ? node.asText() : fallback;
  }

  private static String shorten(String text) {
    // PostgreSQL cannot store NUL, and what is quoted is kept as the reason.
    String line = text.replaceAll("[\\s\\p{Cc}]+", " ").strip();
    return line.length() <= MAX_MESSAGE ? line : line.substring(0, MAX_MESSAGE) + "...";
  }
}
