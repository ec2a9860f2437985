package io.broadsheet.sandbox.fault;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * The rules in force, in the order they were given; the first that fires decides. Rules stay
 * listed, with their hits, after they have run out. Used by one thread.
 */
public final class FaultRules {
  private final long seed;
  private final List<Counted> rules = new ArrayList<>();

  private static final class Counted {
    private final FaultRule rule;
    private final long seed;
    // One for each method: calls to different LLM providers come in no fixed order.
    private final Map<String, Random> randoms = new HashMap<>();
    private int matched;
    private int hits;

    private Counted(FaultRule rule, long seed) {
      this.rule = rule;
      this.seed = seed;
    }

    private Random random(String method) {
      return randoms.computeIfAbsent(
          method.toLowerCase(Locale.ROOT), name -> new Random(seed ^ name.hashCode()));
    }

    private boolean fires(Random random) {
      if (rule.times().isPresent() && hits >= rule.times().getAsInt()) {
        return false;
      }
      matched++;
      if (matched <= rule.after()) {
        return false;
      }
      if (rule.probability().isPresent()
          && random.nextDouble() >= rule.probability().getAsDouble()) {
        return false;
      }
      hits++;
      return true;
    }
  }

  /**
   * @param seed of the random numbers behind {@code probability}: the same calls to a method in the
   *     same order meet the same faults
   */
  public FaultRules(long seed) {
    this.seed = seed;
  }

  /**
   * Adds rules behind those in force: all of them or, when one is wrong, none.
   *
   * @param body a JSON array of rules, or one rule
   * @throws InvalidRuleException saying which rule is wrong and why
   */
  public void add(byte[] body) throws InvalidRuleException {
    FaultRuleReader.read(body)
        .forEach(rule -> rules.add(new Counted(rule, seed + 31L * rules.size())));
  }

  /** The rule that hits this call, if any; counts it. */
  public Optional<FaultRule> firing(ApiName api, String method) {
    return firing(api, method, false);
  }

  /** As {@link #firing(ApiName, String)}, but rules without a method do not match. */
  public Optional<FaultRule> firingByName(ApiName api, String method) {
    return firing(api, method, true);
  }

  private Optional<FaultRule> firing(ApiName api, String method, boolean onlyByName) {
    for (Counted counted : rules) {
      if (counted.rule.matches(api, method, onlyByName) && counted.fires(counted.random(method))) {
        return Optional.of(counted.rule.decided(counted.random(method)));
      }
    }
    return Optional.empty();
  }

  /** The rules with how many calls matched and how many were hit. */
  public ArrayNode json() {
    ArrayNode all = Json.array();
    rules.forEach(
        counted ->
            all.add(counted.rule.json().put("matched", counted.matched).put("hits", counted.hits)));
    return all;
  }

  /** Removes all rules and starts the random numbers anew. */
  public void clear() {
    rules.clear();
  }
}
