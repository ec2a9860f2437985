package io.broadsheet.sandbox.fault;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.llm.Misbehaviour;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Reads rules from JSON and says what is wrong with them. */
final class FaultRuleReader {
  private static final Set<String> KEYS =
      new TreeSet<>(
          Set.of(
              "api",
              "method",
              "times",
              "probability",
              "after",
              "fault",
              "status",
              "body",
              "retryAfter",
              "delayMs",
              "behaviour"));
  private static final int DAY_SECONDS = 86_400;
  private static final int HOUR_MS = 3_600_000;

  private FaultRuleReader() {}

  /** Reads an array of rules, or one rule. */
  static List<FaultRule> read(byte[] body) throws InvalidRuleException {
    JsonNode root;
    try {
      root = Json.MAPPER.readTree(body);
    } catch (IOException e) {
      throw new InvalidRuleException("the body is no JSON");
    }
    if (root.isObject()) {
      return List.of(rule(root, "the rule"));
    }
    if (!root.isArray()) {
      throw new InvalidRuleException("the body must be an array of rules");
    }
    List<FaultRule> rules = new ArrayList<>();
    for (JsonNode node : root) {
      rules.add(rule(node, "rule " + rules.size()));
    }
    return rules;
  }

  private static FaultRule rule(JsonNode node, String where) throws InvalidRuleException {
    if (!node.isObject()) {
      throw new InvalidRuleException(where + ": must be an object");
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!KEYS.contains(field.getKey())) {
        throw new InvalidRuleException(
            "%s: unknown key '%s'; known are %s".formatted(where, field.getKey(), KEYS));
      }
    }
    if (node.has("times") && node.has("probability")) {
      throw new InvalidRuleException(where + ": give 'times' or 'probability', not both");
    }
    String api = node.path("api").asText();
    String fault = node.path("fault").asText();
    return new FaultRule(
        ApiName.of(api)
            .orElseThrow(
                () ->
                    new InvalidRuleException(
                        "%s: unknown api '%s'; one of telegram, telegraph, vk, llm"
                            .formatted(where, api))),
        method(node, where),
        integer(node, "times", 1, Integer.MAX_VALUE, where),
        probability(node, where),
        integer(node, "after", 0, Integer.MAX_VALUE, where).orElse(0),
        FaultKind.of(fault)
            .orElseThrow(
                () ->
                    new InvalidRuleException(
                        "%s: unknown fault '%s'; one of %s"
                            .formatted(where, fault, FaultKind.all()))),
        integer(node, "status", 1, 9_999, where),
        body(node, where),
        integer(node, "retryAfter", 1, DAY_SECONDS, where).orElse(1),
        integer(node, "delayMs", 1, HOUR_MS, where).orElse(1_000),
        behaviour(node, where));
  }

  private static Optional<String> behaviour(JsonNode node, String where)
      throws InvalidRuleException {
    String name = node.path("behaviour").asText();
    if (!node.path("fault").asText().equals(FaultKind.MISBEHAVE.text())) {
      if (node.has("behaviour")) {
        throw new InvalidRuleException(where + ": 'behaviour' belongs to the fault misbehave");
      }
      return Optional.empty();
    }
    if (!node.path("api").asText().equals(ApiName.LLM.text())) {
      throw new InvalidRuleException(where + ": only the api llm can misbehave");
    }
    if (!name.equals(Misbehaviour.RANDOM) && Misbehaviour.of(name).isEmpty()) {
      throw new InvalidRuleException(
          "%s: unknown behaviour '%s'; one of %s, random"
              .formatted(where, name, Misbehaviour.all()));
    }
    return Optional.of(name);
  }

  private static Optional<String> method(JsonNode node, String where) throws InvalidRuleException {
    JsonNode method = node.path("method");
    if (method.isMissingNode() || method.isNull()) {
      return Optional.empty();
    }
    if (!method.isTextual() || method.asText().isBlank()) {
      throw new InvalidRuleException(where + ": 'method' must be a name or '*'");
    }
    return Optional.of(method.asText()).filter(name -> !name.equals("*"));
  }

  private static Optional<JsonNode> body(JsonNode node, String where) throws InvalidRuleException {
    JsonNode body = node.path("body");
    if (body.isMissingNode() || body.isNull()) {
      return Optional.empty();
    }
    if (!body.isTextual() && !body.isContainerNode()) {
      throw new InvalidRuleException(where + ": 'body' must be an object or a string");
    }
    return Optional.of(body);
  }

  private static OptionalDouble probability(JsonNode node, String where)
      throws InvalidRuleException {
    JsonNode value = node.path("probability");
    if (value.isMissingNode()) {
      return OptionalDouble.empty();
    }
    if (!value.isNumber() || value.asDouble() <= 0 || value.asDouble() > 1) {
      throw new InvalidRuleException(
          where + ": 'probability' must be a number above 0 and up to 1");
    }
    return OptionalDouble.of(value.asDouble());
  }

  private static OptionalInt integer(JsonNode node, String key, int min, int max, String where)
      throws InvalidRuleException {
    JsonNode value = node.path(key);
    if (value.isMissingNode()) {
      return OptionalInt.empty();
    }
    if (!value.isInt() || value.asInt() < min || value.asInt() > max) {
      throw new InvalidRuleException(
          "%s: '%s' must be a whole number from %d to %d".formatted(where, key, min, max));
    }
    return OptionalInt.of(value.asInt());
  }
}
