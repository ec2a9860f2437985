package io.broadsheet.sandbox.llm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.broadsheet.sandbox.wire.Json;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each provider would charge, at one price for all: 0.50 per million tokens of input and 1.50
 * of output. Errors cost nothing.
 */
final class Bill {
  private static final BigDecimal INPUT = new BigDecimal("0.0000005");
  private static final BigDecimal OUTPUT = new BigDecimal("0.0000015");

  private final Map<String, Line> lines = new TreeMap<>();

  private record Line(int calls, long promptTokens, long completionTokens) {
    private Line plus(Completion completion) {
      return new Line(
          calls + 1,
          promptTokens + completion.promptTokens(),
          completionTokens + completion.completionTokens());
    }

    private BigDecimal cost() {
      return INPUT
          .multiply(BigDecimal.valueOf(promptTokens))
          .add(OUTPUT.multiply(BigDecimal.valueOf(completionTokens)));
    }
  }

  void add(String provider, Completion completion) {
    lines.merge(provider, new Line(0, 0, 0).plus(completion), (old, one) -> old.plus(completion));
  }

  void clear() {
    lines.clear();
  }

  ArrayNode json() {
    ArrayNode all = Json.array();
    lines.forEach(
        (provider, line) ->
            all.addObject()
                .put("provider", provider)
                .put("calls", line.calls())
                .put("promptTokens", line.promptTokens())
                .put("completionTokens", line.completionTokens())
                .put("cost", line.cost().toPlainString()));
    return all;
  }
}
