package io.broadsheet.sandbox.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.llm.Misbehaviour;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;

/**
 * One rule as it was given.
 *
 * @param method the API's method, for LLMs the provider; empty for any
 * @param times how many calls it hits; empty for no end
 * @param probability the share of calls it hits, above 0 and up to 1; empty for all
 * @param after how many matching calls are let through first
 * @param status the HTTP status or the API's error code; empty for the usual one
 * @param body the answer: an object is sent as it is, a string is the error's words
 * @param retryAfter seconds, for {@code throttle}
 * @param delayMs milliseconds, for {@code slow} and {@code late-effect}
 * @param behaviour a {@link Misbehaviour} by name or {@code random}, for {@code misbehave}
 */
public record FaultRule(
    ApiName api,
    Optional<String> method,
    OptionalInt times,
    OptionalDouble probability,
    int after,
    FaultKind kind,
    OptionalInt status,
    Optional<JsonNode> body,
    int retryAfter,
    int delayMs,
    Optional<String> behaviour) {

  /** The way to misbehave; where the rule says {@code random}, any. */
  FaultRule decided(Random random) {
    if (!behaviour.equals(Optional.of(Misbehaviour.RANDOM))) {
      return this;
    }
    Misbehaviour[] all = Misbehaviour.values();
    return new FaultRule(
        api,
        method,
        times,
        probability,
        after,
        kind,
        status,
        body,
        retryAfter,
        delayMs,
        Optional.of(all[random.nextInt(all.length)].text()));
  }

  boolean matches(ApiName calledApi, String calledMethod, boolean onlyByName) {
    if (api != calledApi) {
      return false;
    }
    return method.map(calledMethod::equalsIgnoreCase).orElse(!onlyByName);
  }

  ObjectNode json() {
    ObjectNode node = Json.object().put("api", api.text()).put("method", method.orElse("*"));
    times.ifPresent(value -> node.put("times", value));
    probability.ifPresent(value -> node.put("probability", value));
    node.put("after", after).put("fault", kind.text());
    status.ifPresent(value -> node.put("status", value));
    body.ifPresent(value -> node.set("body", value));
    behaviour.ifPresent(value -> node.put("behaviour", value));
    return node.put("retryAfter", retryAfter).put("delayMs", delayMs);
  }
}
