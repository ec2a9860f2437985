package io.broadsheet.sandbox.bluesky;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.wire.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** One account's records and what was written when. */
final class Repository {
  private static final int CREATE_POINTS = 3;
  private static final int CHANGE_POINTS = 2;

  private final TreeMap<String, Effect> records = new TreeMap<>();
  private final List<Effect> writes = new ArrayList<>();

  /** Where a record stands within its repository. */
  static String path(String collection, String key) {
    return collection + "/" + key;
  }

  void add(Effect write) {
    writes.add(write);
    records.put(write.detail().path("path").asText(), write);
  }

  Optional<Effect> find(String path) {
    return Optional.ofNullable(records.get(path));
  }

  /** What the writes after the instant cost. */
  int pointsSince(Instant instant) {
    int points = 0;
    for (Effect write : writes) {
      if (write.at().isAfter(instant)) {
        points += write.detail().path("change").asBoolean() ? CHANGE_POINTS : CREATE_POINTS;
      }
    }
    return points;
  }

  /** A collection's records below the key, by their keys from the highest. */
  List<JsonNode> below(String collection, String key, int limit) {
    String from = path(collection, key.isEmpty() ? "\uffff" : key);
    return records.headMap(from, false).descendingMap().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(collection + "/"))
        .limit(limit)
        .<JsonNode>map(entry -> shown(entry.getValue()))
        .toList();
  }

  /** A record as it is read. */
  static ObjectNode shown(Effect write) {
    ObjectNode shown =
        Json.object().put("uri", write.id()).put("cid", write.detail().path("cid").asText());
    shown.set("value", write.detail().path("record"));
    return shown;
  }
}
