package io.broadsheet.sandbox.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.time.InstantSource;

/**
 * OpenAI-compatible chat completions. Every provider name is a writer; see {@link Voice}. A key
 * that begins with {@code invalid} is refused. The same request to the same provider gives the same
 * text.
 */
public final class LlmApi implements Api {
  private static final int LETTERS_PER_TOKEN = 4;

  private final InstantSource clock;
  private final TopicWriter topics = new TopicWriter();
  private final SectionWriter sections = new SectionWriter();
  private final Composer composer = new Composer();
  private final Translator translator = new Translator();
  private long calls;

  /**
   * @param clock for the time of creation in answers
   */
  public LlmApi(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Answer handle(Call call) {
    if (!call.rest().equals("v1/chat/completions")) {
      return error(404, "invalid_request_error", "unknown_url", "Unknown request URL.");
    }
    if (!call.httpMethod().equals("POST")) {
      return error(405, "invalid_request_error", "method_not_supported", "Use POST.");
    }
    if (call.token().isEmpty()) {
      return error(401, "invalid_request_error", null, "You didn't provide an API key.");
    }
    if (call.token().startsWith("invalid")) {
      return error(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided.");
    }
    try {
      return complete(call);
    } catch (IOException e) {
      return invalid("messages must be an array");
    }
  }

  private Answer complete(Call call) throws IOException {
    Params params = call.params();
    String model = params.textOrEmpty("model");
    if (model.isEmpty()) {
      return invalid("you must provide a model parameter");
    }
    JsonNode messages = params.json("messages").orElse(Json.object());
    if (!messages.isArray() || messages.isEmpty()) {
      return invalid("Missing required parameter: 'messages'.");
    }
    if (params.flag("stream")) {
      return invalid("Streaming is not supported by this model.");
    }
    Prompt prompt = Prompt.of(messages, call.method());
    boolean json =
        params
            .json("response_format")
            .orElse(Json.object())
            .path("type")
            .asText()
            .startsWith("json");
    String text = write(prompt, call.method(), json);
    long budget =
        params
            .integer("max_completion_tokens")
            .or(() -> params.integer("max_tokens"))
            .orElse(Long.MAX_VALUE / LETTERS_PER_TOKEN);
    return Answer.ok(completion(model, messages, text, budget)).to(prompt.task().text());
  }

  private String write(Prompt prompt, String provider, boolean json) {
    ObjectNode object = Json.object();
    switch (prompt.task()) {
      case TOPIC -> object.put("title", topics.write(prompt, provider));
      case SECTION -> object.put("text", sections.write(prompt, provider));
      case TRANSLATE -> object.put("text", translator.translate(prompt.material()));
      case COMPOSE -> {
        Article article = composer.compose(prompt, provider);
        object.put("title", article.title()).put("summary", article.summary());
        article.tags().forEach(object.putArray("tags")::add);
        object.put("body", article.body());
        if (!json) {
          return article.text();
        }
      }
    }
    return json ? object.toString() : object.elements().next().asText();
  }

  private ObjectNode completion(String model, JsonNode messages, String text, long budget) {
    long letters = Math.min(text.length(), Math.max(0, budget) * LETTERS_PER_TOKEN);
    String kept = text.substring(0, (int) letters);
    int promptTokens = messages.toString().length() / LETTERS_PER_TOKEN + 1;
    int completionTokens = kept.length() / LETTERS_PER_TOKEN + 1;
    ObjectNode completion =
        Json.object()
            .put("id", "chatcmpl-sandbox-" + ++calls)
            .put("object", "chat.completion")
            .put("created", clock.instant().getEpochSecond())
            .put("model", model);
    ObjectNode choice = completion.putArray("choices").addObject().put("index", 0);
    choice.putObject("message").put("role", "assistant").put("content", kept).putNull("refusal");
    choice
        .putNull("logprobs")
        .put("finish_reason", kept.length() < text.length() ? "length" : "stop");
    completion
        .putObject("usage")
        .put("prompt_tokens", promptTokens)
        .put("completion_tokens", completionTokens)
        .put("total_tokens", promptTokens + completionTokens);
    return completion;
  }

  private static Answer invalid(String message) {
    return error(400, "invalid_request_error", null, message);
  }

  private static Answer error(int status, String type, String code, String message) {
    ObjectNode body = Json.object();
    body.putObject("error")
        .put("message", message)
        .put("type", type)
        .putNull("param")
        .put("code", code);
    return Answer.error(status, message, body);
  }

  @Override
  public void restore(Effect entry) {
    throw new IllegalStateException("an LLM has no effects, yet the journal holds one");
  }

  @Override
  public void reset() {
    calls = 0;
  }

  @Override
  public Answer throttled(Throttle throttle) {
    int seconds = throttle.retryAfter();
    return error(
            429,
            "requests",
            "rate_limit_exceeded",
            "Rate limit reached for requests. Please try again in " + seconds + "s.")
        .with("Retry-After", Integer.toString(seconds));
  }

  @Override
  public Answer failed(Failure failure) {
    int status = failure.status() == 0 ? 500 : failure.status();
    String message =
        failure.text().isEmpty()
            ? "The server had an error while processing your request. Sorry about that!"
            : failure.text();
    return error(status, status >= 500 ? "server_error" : "invalid_request_error", null, message);
  }
}
