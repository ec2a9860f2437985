package io.broadsheet.lab.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.lab.chaos.OperatorApi.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Gives orders by chance, from a seed: pauses that are followed by a resume, retries, skips, and
 * replays that are not dry. Each is given twice with its key, and must be one command.
 */
final class Operators {

  private static final String BY = "lab";

  /** A replica that dies within a replay holds it for 30 s more. */
  private static final Duration LAST_REPLAY = Duration.ofSeconds(45);

  private final OperatorApi api;
  private final List<String> targets;
  private final List<String> channels;
  private final Random random;
  private final Duration longestPause;
  private final Instant began = Instant.now();
  private final Instant lastReplay;
  private final Map<String, Integer> accepted = new TreeMap<>();
  private final Map<String, Integer> refused = new TreeMap<>();
  private String replay;
  private int orders;

  /**
   * @param targets names of targets
   * @param channels wire names of channels
   * @param length how long the faults go on
   * @param longestPause of a target
   */
  Operators(
      OperatorApi api,
      List<String> targets,
      List<String> channels,
      long seed,
      Duration length,
      Duration longestPause) {
    this.api = api;
    this.targets = List.copyOf(targets);
    this.channels = List.copyOf(channels);
    this.random = new Random(seed);
    this.longestPause = longestPause;
    this.lastReplay = began.plus(length).minus(LAST_REPLAY);
  }

  /**
   * Does one thing.
   *
   * @param n how many were done before; the first two are a pause and a replay
   */
  void act(int n) throws InterruptedException {
    int chance = random.nextInt(100);
    String target = any(targets);
    if (n == 0 || chance < 35) {
      pauseAndResume(target);
    } else if (n == 1 || chance < 60) {
      replay();
    } else if (chance < 85) {
      // What is unknown may be on the channel: there it is refused.
      ofDelivery("retry", List.of("state=retry", "state=unknown"));
    } else {
      ofDelivery("skip", List.of("state=retry", "state=pending"));
    }
  }

  // While it is paused, what is pending there stays so, and can be skipped.
  private void pauseAndResume(String target) throws InterruptedException {
    order("pause", "/api/targets/" + target + "/pause", body());
    Thread.sleep((long) (random.nextDouble() * longestPause.toMillis()));
    if (random.nextBoolean()) {
      ofDelivery("skip", List.of("state=pending&target=" + target));
    }
    order("resume", "/api/targets/" + target + "/resume", body());
  }

  /** Orders it of one delivery, of the first filter that finds any. */
  private void ofDelivery(String kind, List<String> filters) throws InterruptedException {
    for (String filter : filters) {
      JsonNode items = api.get("/api/deliveries?limit=50&" + filter).body().path("items");
      if (!items.isEmpty()) {
        JsonNode one = items.get(random.nextInt(items.size()));
        order(
            kind,
            "/api/deliveries/%s/%s/%s"
                .formatted(one.path("postId").asText(), one.path("target").asText(), kind),
            body());
        return;
      }
    }
  }

  // One at a time: they are read one after the other, and all of them count for the rest.
  private void replay() throws InterruptedException {
    if (Instant.now().isAfter(lastReplay) || (replay != null && isOpen(replay))) {
      return;
    }
    ObjectNode body =
        body()
            .put("channel", any(channels))
            .put("from", began.minus(Duration.ofHours(1)).toString())
            .put("to", Instant.now().toString())
            .put("dryRun", false)
            .put("includeParked", random.nextBoolean())
            .put("includeSkipped", random.nextBoolean());
    Reply reply = order("replay", "/api/replays", body);
    replay = reply.accepted() ? reply.commandId() : replay;
  }

  private boolean isOpen(String id) throws InterruptedException {
    String state = api.get("/api/replays/" + id).body().path("state").asText();
    return !List.of("finished", "cancelled", "refused").contains(state);
  }

  private Reply order(String kind, String path, ObjectNode body) throws InterruptedException {
    String key = "lab-" + ++orders;
    // In the same words, an order that has no result yet would be taken for this one.
    body.put("reason", "order " + key);
    Reply reply = api.order(path, body, key);
    if (!reply.accepted()) {
      refused.merge(kind, 1, Integer::sum);
      return reply;
    }
    Reply again = api.order(path, body, key);
    if (!again.accepted() || !again.commandId().equals(reply.commandId())) {
      throw new IllegalStateException(
          "%s with key %s was taken as %s and then answered with %d %s"
              .formatted(path, key, reply.commandId(), again.status(), again.body()));
    }
    accepted.merge(kind, 1, Integer::sum);
    return reply;
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode().put("by", BY);
  }

  private String any(List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** What was ordered, by kind; to be asked when it has ended. */
  OrderTally tally() {
    return new OrderTally(Map.copyOf(accepted), Map.copyOf(refused));
  }
}
