package io.broadsheet.sandbox.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/**
 * OpenAI-compatible chat completions. Every provider name is a writer; see {@link Voice}. A key
 * that begins with {@code invalid} is refused. The same request to the same provider gives the same
 * text.
 */
public final class LlmApi implements Api {
  private final InstantSource clock;
  private final TopicWriter topics = new TopicWriter();
  private final SectionWriter sections = new SectionWriter();
  private final Composer composer = new Composer();
  private final Translator translator = new Translator();
  private final Bill bill = new Bill();
  private final AccessTokens tokens;
  private final Dialect dialect;
  private long calls;

  /**
   * @param clock for the time of creation in answers
   * @param tokens those that GigaChat has issued
   */
  public LlmApi(InstantSource clock, AccessTokens tokens) {
    this.clock = clock;
    this.tokens = tokens;
    this.dialect = new Dialect(tokens);
  }

  /** What each provider would charge so far. */
  public ArrayNode bill() {
    return bill.json();
  }

  @Override
  public Answer handle(Call call) {
    return refusal(call).orElseGet(() -> answer(call, Optional.empty()));
  }

  @Override
  public Answer misbehaving(Call call, Misbehaviour how, int retryAfter) {
    return refusal(call)
        .or(() -> Misconduct.error(how, retryAfter))
        .orElseGet(() -> answer(call, Optional.of(how)));
  }

  private Optional<Answer> refusal(Call call) {
    if (!call.rest().equals("v1/chat/completions")) {
      return Optional.of(
          LlmError.of(404, "invalid_request_error", "unknown_url", "Unknown request URL."));
    }
    if (!call.httpMethod().equals("POST")) {
      return Optional.of(
          LlmError.of(405, "invalid_request_error", "method_not_supported", "Use POST."));
    }
    if (call.token().isEmpty()) {
      return Optional.of(
          LlmError.of(401, "invalid_request_error", null, "You didn't provide an API key."));
    }
    if (call.token().startsWith("invalid")) {
      return Optional.of(
          LlmError.of(
              401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."));
    }
    return dialect.refusal(call);
  }

  private Answer answer(Call call, Optional<Misbehaviour> how) {
    try {
      return complete(call, how);
    } catch (IOException e) {
      return LlmError.invalid("messages must be an array");
    }
  }

  private Answer complete(Call call, Optional<Misbehaviour> how) throws IOException {
    Params params = call.params();
    String model = params.textOrEmpty("model");
    if (model.isEmpty()) {
      return LlmError.invalid("you must provide a model parameter");
    }
    JsonNode messages = params.json("messages").orElse(Json.object());
    if (!messages.isArray() || messages.isEmpty()) {
      return LlmError.invalid("Missing required parameter: 'messages'.");
    }
    if (params.flag("stream")) {
      return LlmError.invalid("Streaming is not supported by this model.");
    }
    Prompt prompt = Prompt.of(messages, call.method());
    boolean json =
        params
            .json("response_format")
            .orElse(Json.object())
            .path("type")
            .asText()
            .startsWith("json");
    Completion good = completion(model, messages, write(prompt, call.method(), json));
    Completion given = how.map(way -> Misconduct.spoil(way, good, prompt)).orElse(good);
    Completion cut = cut(given, budget(params));
    bill.add(call.method(), cut);
    return Answer.ok(cut.json()).to(prompt.task().text());
  }

  private static long budget(Params params) {
    return params
        .integer("max_completion_tokens")
        .or(() -> params.integer("max_tokens"))
        .orElse(Long.MAX_VALUE / Completion.LETTERS_PER_TOKEN);
  }

  private Completion completion(String model, JsonNode messages, String text) {
    return new Completion(
        "chatcmpl-sandbox-" + ++calls,
        clock.instant().getEpochSecond(),
        model,
        text,
        "",
        "",
        "stop",
        Completion.tokens(messages.toString()),
        Completion.tokens(text));
  }

  private static Completion cut(Completion whole, long budget) {
    long letters = Math.max(0, budget) * Completion.LETTERS_PER_TOKEN;
    return letters >= whole.content().length()
        ? whole
        : whole.saying(whole.content().substring(0, (int) letters)).ending("length");
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

  @Override
  public void restore(Effect entry) {
    throw new IllegalStateException("an LLM has no effects, yet the journal holds one");
  }

  @Override
  public void reset() {
    calls = 0;
    bill.clear();
    tokens.clear();
  }

  @Override
  public Answer throttled(Throttle throttle) {
    return throttle.status() == 503 || throttle.status() == 529
        ? LlmError.overloaded(throttle.status(), throttle.retryAfter())
        : LlmError.rate(throttle.retryAfter());
  }

  @Override
  public Answer failed(Failure failure) {
    int status = failure.status() == 0 ? 500 : failure.status();
    String message =
        failure.text().isEmpty()
            ? "The server had an error while processing your request. Sorry about that!"
            : failure.text();
    return LlmError.of(
        status, status >= 500 ? "server_error" : "invalid_request_error", null, message);
  }
}
