package io.broadsheet.sandbox.llm;

import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.wire.Params;
import java.util.Optional;

/**
 * What some providers demand besides: {@code openai} refuses {@code max_tokens} and any temperature
 * but 1, as its reasoning models do; {@code yandexgpt} takes {@code Api-Key} and models {@code
 * gpt://...}; {@code gigachat} takes tokens of its own making.
 */
final class Dialect {
  private final AccessTokens tokens;

  Dialect(AccessTokens tokens) {
    this.tokens = tokens;
  }

  /** The refusal of a request that the provider would not take. */
  Optional<Answer> refusal(Call call) {
    return switch (call.method()) {
      case "openai" -> openai(call.params());
      case "yandexgpt" -> yandex(call);
      case "gigachat" ->
          tokens.isLive(call.token())
              ? Optional.empty()
              : Optional.of(unauthorised("Token has expired"));
      default ->
          call.token().startsWith(AccessTokens.API_KEY)
              ? Optional.of(unauthorised("Incorrect API key provided."))
              : Optional.empty();
    };
  }

  private static Optional<Answer> openai(Params params) {
    if (params.text("max_tokens").isPresent()) {
      return Optional.of(
          unsupported(
              "Unsupported parameter: 'max_tokens' is not supported with this model. Use"
                  + " 'max_completion_tokens' instead."));
    }
    return params
        .text("temperature")
        .filter(value -> !value.matches("1(\\.0)?"))
        .map(value -> unsupported("Unsupported value: 'temperature' does not support " + value));
  }

  private static Optional<Answer> yandex(Call call) {
    if (!call.token().startsWith(AccessTokens.API_KEY)) {
      return Optional.of(unauthorised("Unknown api key"));
    }
    return call.params().textOrEmpty("model").startsWith("gpt://")
        ? Optional.empty()
        : Optional.of(
            LlmError.of(404, "invalid_request_error", "model_not_found", "no such model"));
  }

  private static Answer unsupported(String message) {
    return LlmError.of(400, "invalid_request_error", "unsupported_parameter", message);
  }

  private static Answer unauthorised(String message) {
    return LlmError.of(401, "invalid_request_error", "invalid_api_key", message);
  }
}
