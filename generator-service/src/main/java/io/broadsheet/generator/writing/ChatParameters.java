package io.broadsheet.generator.writing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.config.ConfigurationFault;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is sent to a model besides its name and the prompt.
 *
 * @param maxTokens of an answer, thinking included where the provider counts it so ({@code
 *     max-tokens}, 4096, 1 to 1000000)
 * @param reasoningTokens what the model may think beyond that, for the reserve ({@code
 *     reasoning-tokens}, 0 to 1000000; {@value #MOST_THOUGHT} where it is told to think and {@code
 *     max_tokens} does not bound its thoughts, else 0)
 * @param body the fields as they stand in the request
 */
public record ChatParameters(int maxTokens, int reasoningTokens, ObjectNode body) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MAX_TOKENS = "max_tokens";
  private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";
  private static final String REASONING_EFFORT = "reasoning_effort";
  private static final int MOST_TOKENS = 1_000_000;
  // The largest thinking budget of Gemini 2.5 Pro (ai.google.dev); other providers name none.
  private static final int MOST_THOUGHT = 32_768;
  private static final Set<String> THINKING =
      Set.of(REASONING_EFFORT, "reasoning", "thinking", "enable_thinking");
  // Those that have a key of their own, and those that would change what is paid or answered.
  private static final Set<String> OWN =
      new TreeSet<>(
          Set.of("model", "messages", MAX_TOKENS, MAX_COMPLETION_TOKENS, "stream", "n", "tools"));

  static ChatParameters read(WriterKeys keys) {
    int maxTokens = tokens(keys, "max-tokens", 1).orElse(4096);
    ObjectNode body = JSON.createObjectNode();
    temperature(keys).ifPresent(value -> body.put("temperature", value));
    String limit =
        keys.oneOf("max-tokens-parameter", MAX_TOKENS, Set.of(MAX_TOKENS, MAX_COMPLETION_TOKENS));
    body.put(limit, maxTokens);
    reasoningEffort(keys).ifPresent(effort -> body.put(REASONING_EFFORT, effort));
    keys.find("extra-body").ifPresent(text -> body.setAll(extra(keys.key("extra-body"), text)));
    int reasoningTokens =
        tokens(keys, "reasoning-tokens", 0).orElse(mayThinkBeyond(body) ? MOST_THOUGHT : 0);
    return new ChatParameters(maxTokens, reasoningTokens, body);
  }

  /** The whole request. */
  byte[] request(String model, Prompt prompt) {
    ObjectNode request = JSON.createObjectNode().put("model", model);
    request
        .putArray("messages")
        .add(message("system", prompt.system()))
        .add(message("user", prompt.user()));
    request.setAll(body);
    try {
      return JSON.writeValueAsBytes(request);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON can always be written", e);
    }
  }

  private static ObjectNode message(String role, String content) {
    return JSON.createObjectNode().put("role", role).put("content", content);
  }

  private static Optional<Integer> tokens(WriterKeys keys, String name, int least) {
    Optional<Integer> value = WriterSettings.value(keys.config(), keys.key(name), Integer.class);
    if (value.filter(tokens -> tokens < least || tokens > MOST_TOKENS).isPresent()) {
      throw new ConfigurationFault(
          keys.key(name),
          "is " + value.get() + "; write a number from " + least + " to " + MOST_TOKENS);
    }
    return value;
  }

  // max_completion_tokens bounds thoughts too (OpenAI's reference of chat completions).
  private static boolean mayThinkBeyond(ObjectNode body) {
    return !body.has(MAX_COMPLETION_TOKENS)
        && !"none".equals(body.path(REASONING_EFFORT).asText())
        && THINKING.stream().anyMatch(body::has);
  }

  private static Optional<Double> temperature(WriterKeys keys) {
    String key = keys.key("temperature");
    String text = keys.find("temperature").orElse("0.7");
    if (text.equals("none")) {
      return Optional.empty();
    }
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && value <= 2) {
        return Optional.of(value);
      }
    } catch (NumberFormatException e) {
      // Told below like a number out of range.
    }
    throw new ConfigurationFault(
        key, "is \"" + text + "\"; write a number from 0 to 2, or none to send none");
  }

  private static Optional<String> reasoningEffort(WriterKeys keys) {
    Optional<String> effort = keys.find("reasoning-effort");
    if (effort.isPresent() && !effort.get().matches("[a-z]{1,20}")) {
      throw new ConfigurationFault(
          keys.key("reasoning-effort"),
          "is \"" + effort.get() + "\"; write a word such as none, minimal, low, medium or high");
    }
    return effort;
  }

  private static ObjectNode extra(String key, String text) {
    JsonNode node;
    try {
      node = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new ConfigurationFault(key, "is no JSON object: " + e.getOriginalMessage());
    }
    if (!(node instanceof ObjectNode object)) {
      throw new ConfigurationFault(key, "is no JSON object such as {\"top_p\": 0.9}");
    }
    for (String name : OWN) {
      if (object.has(name)) {
        throw new ConfigurationFault(key, "must not set " + name);
      }
    }
    return object;
  }
}
