package io.broadsheet.local;

import io.broadsheet.embedded.FreePorts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The TCP ports of the stack, all on 127.0.0.1.
 *
 * @param generator API, health and metrics of the generator
 * @param publisher health and metrics of the publisher
 * @param sandbox the stand-in for the outside APIs
 * @param postgresql the database
 * @param kafka the broker
 * @param kafkaController what the broker uses for itself
 */
record Ports(
    int generator, int publisher, int sandbox, int postgresql, int kafka, int kafkaController) {
  /** Away from where a PostgreSQL or Kafka of the user's own would listen. */
  static final Ports DEFAULTS = new Ports(8080, 8081, 8090, 15432, 19092, 19093);

  private static final int COUNT = 6;
  private static final int HIGHEST = 65_535;

  /**
   * Reads what {@code --ports} was given: a base, from which six ports follow one another, or a
   * list such as {@code generator=9000,sandbox=9001} in which what is not named keeps its default.
   *
   * @throws IllegalArgumentException if it is neither, a port is out of range, or one is given
   *     twice
   */
  static Ports parse(String given) {
    Ports ports = given.matches("\\d{1,6}") ? from(Integer.parseInt(given)) : list(given);
    ports.byName().forEach(Ports::checkRange);
    if (ports.byName().values().stream().distinct().count() < COUNT) {
      throw new IllegalArgumentException("two parts cannot share a port: " + ports.byName());
    }
    return ports;
  }

  private static Ports from(int base) {
    return new Ports(base, base + 1, base + 2, base + 3, base + 4, base + 5);
  }

  private static Ports list(String given) {
    Map<String, Integer> ports = DEFAULTS.byName();
    for (String part : given.split(",")) {
      String[] pair = part.strip().split("=");
      if (pair.length != 2 || !ports.containsKey(pair[0]) || !pair[1].matches("\\d{1,6}")) {
        throw new IllegalArgumentException(
            "\"" + part + "\" is not a base port nor name=port with a name of " + ports.keySet());
      }
      ports.put(pair[0], Integer.parseInt(pair[1]));
    }
    List<Integer> values = new ArrayList<>(ports.values());
    return new Ports(
        values.get(0), values.get(1), values.get(2), values.get(3), values.get(4), values.get(5));
  }

  private static void checkRange(String name, int port) {
    if (port < 1 || port > HIGHEST) {
      throw new IllegalArgumentException(
          "port " + port + " of " + name + " is not between 1 and " + HIGHEST);
    }
  }

  /** Where the sandbox is, without a trailing slash. */
  String sandboxUrl() {
    return "http://127.0.0.1:" + sandbox;
  }

  /** Names as {@code --ports} takes them, in order. */
  Map<String, Integer> byName() {
    Map<String, Integer> ports = new LinkedHashMap<>();
    ports.put("generator", generator);
    ports.put("publisher", publisher);
    ports.put("sandbox", sandbox);
    ports.put("postgresql", postgresql);
    ports.put("kafka", kafka);
    ports.put("kafka-controller", kafkaController);
    return ports;
  }

  /**
   * Checks that nobody listens on any of them.
   *
   * @param withSandbox whether the sandbox's counts
   * @throws UpFailed naming every port that is taken
   */
  void requireFree(boolean withSandbox) {
    String taken =
        byName().entrySet().stream()
            .filter(entry -> withSandbox || entry.getValue() != sandbox)
            .filter(entry -> !FreePorts.isFree(entry.getValue()))
            .map(entry -> entry.getValue() + " (" + entry.getKey() + ")")
            .collect(Collectors.joining(", "));
    if (!taken.isEmpty()) {
      throw new UpFailed(
          "Taken on 127.0.0.1: port "
              + taken
              + ". Nothing was started. End what listens there, or choose others:"
              + " --ports BASE, or --ports name=port,... with names of "
              + String.join(", ", byName().keySet())
              + ".");
    }
  }
}
