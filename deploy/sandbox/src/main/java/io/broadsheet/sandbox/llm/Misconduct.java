package io.broadsheet.sandbox.llm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.wire.Json;
import java.util.Optional;

/** Misbehaves: an error where there should be an answer, or what is left of a good answer. */
final class Misconduct {
  private static final String APOLOGY =
      "Извините, но я не могу помочь с этим запросом. / I'm sorry, but I can't help with that.";
  private static final String THOUGHT =
      "Okay, the user wants a text. Let me think about the structure first.";
  private static final String PAGE =
      "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>";

  private Misconduct() {}

  /** The error, where the way of misbehaving is one. */
  static Optional<Answer> error(Misbehaviour how, int retryAfter) {
    return Optional.ofNullable(
        switch (how) {
          case QUOTA ->
              LlmError.of(
                  429,
                  "insufficient_quota",
                  "insufficient_quota",
                  "You exceeded your current quota, please check your plan and billing details.");
          case NO_CREDITS ->
              LlmError.of(402, "billing", "insufficient_credits", "Insufficient credits.");
          case RATE -> LlmError.rate(retryAfter);
          case OVERLOADED ->
              LlmError.of(503, "server_error", "overloaded", "The model is overloaded.");
          case CONTENT_FILTER ->
              LlmError.of(
                  400,
                  "invalid_request_error",
                  "content_filter",
                  "The response was filtered due to the prompt triggering content management.");
          case CONTEXT_LENGTH ->
              LlmError.of(
                  400,
                  "invalid_request_error",
                  "context_length_exceeded",
                  "This model's maximum context length is 8192 tokens.");
          case UNAUTHORISED ->
              LlmError.of(
                  401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided.");
          case FORBIDDEN ->
              LlmError.of(
                  403,
                  "request_forbidden",
                  "unsupported_country_region_territory",
                  "Country, region, or territory not supported");
          case MODEL_NOT_FOUND ->
              LlmError.of(
                  404, "invalid_request_error", "model_not_found", "The model does not exist.");
          case ERROR_IN_200 -> {
            ObjectNode body = Json.object();
            body.putObject("error").put("code", 502).put("message", "Provider returned error");
            yield Answer.error(200, "Provider returned error", body);
          }
          case HTML -> Answer.html(200, "a web page", PAGE);
          case NO_CHOICE ->
              Answer.error(200, "no choice", Json.object().put("object", "chat.completion"));
          default -> null;
        });
  }

  /** The good completion, spoilt. */
  static Completion spoil(Misbehaviour how, Completion good, Prompt prompt) {
    String text = good.content();
    return switch (how) {
      case CUT_OFF -> good.saying(text.substring(0, text.length() / 2)).ending("length");
      case FILTERED_TEXT ->
          good.saying(text.substring(0, text.length() / 2)).ending("content_filter");
      case THOUGHT_OUT -> good.without("", "").ending("length");
      case EMPTY -> good.saying("");
      case ONLY_REASONING -> good.without(text, "");
      case REFUSAL_FIELD -> good.without("", APOLOGY);
      case REFUSES -> good.saying(APOLOGY);
      case REASONING -> good.saying("<think>\n" + THOUGHT + "\n</think>\n\n" + text);
      case LONE_THINK -> good.saying(THOUGHT + "\n</think>\n\n" + text);
      case FENCED -> good.saying("```markdown\n" + text + "\n```");
      case JSON_FENCED -> good.saying("```json\n" + asJson(text) + "\n```");
      case MISSING_BRACE -> good.saying(asJson(text).replaceAll("}$", ""));
      case PREAMBLE -> good.saying(preamble(prompt) + "\n\n" + text);
      case REPEATS -> good.saying(text + ("\n\n" + lastParagraph(text)).repeat(6));
      case ANSWERS ->
          good.saying(
              "Great question! In short: it depends on your goals. Would you like more examples?");
      case RETURNS_SOURCE -> good.saying(prompt.material());
      case LOSES_LINK -> good.saying(text.replaceFirst("\\[([^\\]\\n]*)]\\([^)\\n]*\\)", "$1"));
      case CHANGES_NUMBER -> good.saying(changed(text));
      case LEAVES_CYRILLIC -> good.saying(text + "\n\n" + lastParagraph(prompt.material()));
      default -> throw new IllegalArgumentException(how + " is an error");
    };
  }

  private static String preamble(Prompt prompt) {
    return prompt.task() == Task.TRANSLATE
        ? "Sure! Here is the translation:"
        : "Конечно! Вот текст, который вы просили:";
  }

  private static String asJson(String text) {
    return text.startsWith("{") ? text : Json.object().put("text", text).toString();
  }

  private static String changed(String text) {
    return java.util.regex.Pattern.compile("\\d+")
        .matcher(text)
        .replaceFirst(number -> number.group().equals("7") ? "8" : "7");
  }

  private static String lastParagraph(String text) {
    String[] paragraphs = text.strip().split("\n{2,}");
    return paragraphs[paragraphs.length - 1];
  }
}
