package io.broadsheet.generator.writing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.generator.writing.ChatFault.Down;
import io.broadsheet.generator.writing.ChatFault.Refused;
import io.broadsheet.generator.writing.ChatFault.Unusable;
import io.broadsheet.generator.writing.chat.HttpReply;
import io.broadsheet.generator.writing.chat.Redaction;

/**
 * Reads the reply of an API of the OpenAI kind: an answer, or why there is none. Providers answer
 * errors with other statuses, other shapes, and sometimes with 200 and an {@code error} object.
 */
final class ChatReply {

  /** The {@code finish_reason} of an answer that ends at the limit of tokens. */
  static final String CUT_OFF = "length";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ChatReply() {}

  /**
   * @param redaction applied to whatever is quoted from the reply
   * @param finishReasons knows the provider's words for how an answer ended
   * @return what is left to a judge, cut off or empty as it may be
   * @throws ChatFailure if it holds no usable answer
   */
  static Answer read(
      HttpReply reply, long latencyMs, Redaction redaction, FinishReasons finishReasons) {
    JsonNode body = parse(reply.body());
    JsonNode error = body.path("error");
    if (reply.status() >= 300 || isSet(error)) {
      throw new ChatError(reply, body, redaction).failure();
    }
    JsonNode choice = body.path("choices").path(0);
    if (choice.isMissingNode()) {
      throw noAnswer(reply, body);
    }
    if (isSet(choice.path("error"))) {
      throw new ChatError(reply, choice, redaction).failure();
    }
    JsonNode finish = choice.path("finish_reason");
    JsonNode usage = body.path("usage");
    Integer written = written(usage);
    String ended =
        finishReasons.told(
            finish.isTextual() ? redaction.apply(finish.textValue()) : null, written);
    Answer answer =
        new Answer(
            text(choice.path("message").path("content")),
            ended,
            tokens(usage, "prompt_tokens"),
            written,
            latencyMs);
    return usable(answer, choice, redaction);
  }

  // Mistral's thinking models answer with chunks: {"type":"thinking",...}, {"type":"text",...}.
  private static String text(JsonNode content) {
    if (!content.isArray()) {
      return content.asText("");
    }
    StringBuilder text = new StringBuilder();
    content.forEach(
        chunk -> {
          if (chunk.path("type").asText().equals("text")) {
            text.append(chunk.path("text").asText(""));
          }
        });
    return text.toString();
  }

  // Gemini's and xAI's completion_tokens leave out what was thought, which is paid for; their
  // total_tokens has it (inspect_ai#5528, raif#470).
  private static Integer written(JsonNode usage) {
    Integer prompt = tokens(usage, "prompt_tokens");
    Integer completion = tokens(usage, "completion_tokens");
    Integer total = tokens(usage, "total_tokens");
    return prompt == null || completion == null || total == null
        ? completion
        : Integer.valueOf(Math.max(completion, total - prompt));
  }

  private static Answer usable(Answer answer, JsonNode choice, Redaction redaction) {
    JsonNode message = choice.path("message");
    String finish = answer.finishReason() == null ? "" : answer.finishReason();
    if (!message.path("refusal").asText("").isBlank()) {
      throw refused(
          Refused.Reason.REFUSAL,
          "declines: " + redaction.apply(message.path("refusal").asText()),
          answer);
    }
    if (finish.equals("content_filter")) {
      throw refused(
          Refused.Reason.CONTENT_FILTER, "was stopped by its provider's content filter", answer);
    }
    if (!answer.text().isBlank()) {
      return answer;
    }
    if (finish.equals(CUT_OFF)) {
      throw unusable(
          Unusable.Reason.CUT_OFF,
          "used all its tokens before the text began (finish_reason length); think less",
          answer);
    }
    boolean thought =
        !message.path("reasoning").asText("").isBlank()
            || !message.path("reasoning_content").asText("").isBlank();
    if (thought) {
      throw unusable(
          Unusable.Reason.ONLY_REASONING,
          "gave thoughts and no text; put the text into the answer itself",
          answer);
    }
    return answer;
  }

  private static ChatFailure noAnswer(HttpReply reply, JsonNode body) {
    if (!body.isObject()) {
      return ChatFailure.unpriced(
          new Refused(
              Refused.Reason.NOT_JSON,
              "answered HTTP "
                  + reply.status()
                  + " with no JSON; does base-url name the API, not a web page?"));
    }
    return ChatFailure.unpriced(
        new Down(
            Down.Reason.NO_ANSWER,
            true,
            "answered HTTP " + reply.status() + " without an answer in it"));
  }

  private static ChatFailure refused(Refused.Reason reason, String told, Answer answer) {
    return ChatFailure.answered(new Refused(reason, told), answer);
  }

  private static ChatFailure unusable(Unusable.Reason reason, String told, Answer answer) {
    return ChatFailure.answered(new Unusable(reason, told), answer);
  }

  // A byte order mark before JSON may be ignored (RFC 8259, section 8.1).
  private static JsonNode parse(String body) {
    try {
      JsonNode tree = body == null ? null : JSON.readTree(withoutMark(body));
      return tree == null ? JSON.missingNode() : tree;
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  private static String withoutMark(String body) {
    return body.startsWith("\uFEFF") ? body.substring(1) : body;
  }

  private static boolean isSet(JsonNode node) {
    return !node.isMissingNode() && !node.isNull();
  }

  private static Integer tokens(JsonNode usage, String field) {
    return usage.path(field).canConvertToInt()
            && usage.path(field).isNumber()
            && usage.path(field).intValue() >= 0
        ? usage.path(field).intValue()
        : null;
  }
}
