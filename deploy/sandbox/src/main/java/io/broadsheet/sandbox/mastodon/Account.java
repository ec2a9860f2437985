package io.broadsheet.sandbox.mastodon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One account: its statuses, the keys it used, and the calls it made lately. */
final class Account {
  private static final Duration KEY_LIFE = Duration.ofHours(1);
  static final Duration RATE_WINDOW = Duration.ofMinutes(5);

  private final String name;
  private final String id;
  private final List<Effect> statuses = new ArrayList<>();
  private final Map<String, Effect> byKey = new HashMap<>();
  private final Deque<Instant> calls = new ArrayDeque<>();

  Account(String name) {
    this.name = name;
    this.id = "1" + "%018d".formatted(Integer.toUnsignedLong(name.hashCode()));
  }

  String name() {
    return name;
  }

  String id() {
    return id;
  }

  void add(Effect status) {
    statuses.add(status);
    String key = status.detail().path("key").asText();
    if (!key.isEmpty()) {
      byKey.put(key, status);
    }
  }

  /** The status made with the key within the hour before {@code now}. */
  Optional<Effect> madeWith(String key, Instant now) {
    return Optional.ofNullable(byKey.get(key))
        .filter(status -> status.at().plus(KEY_LIFE).isAfter(now));
  }

  /** The newest statuses older than {@code maxId}, the newest first. */
  List<JsonNode> newest(long maxId, int limit) {
    List<JsonNode> newest = new ArrayList<>();
    for (int i = statuses.size() - 1; i >= 0 && newest.size() < limit; i--) {
      if (Long.parseLong(statuses.get(i).id()) < maxId) {
        newest.add(statuses.get(i).detail().path("status"));
      }
    }
    return newest;
  }

  /** An id above every one given before: the time in milliseconds and a counter, as Mastodon's. */
  long nextId(Instant now) {
    long fresh = now.toEpochMilli() << 16;
    long last = statuses.isEmpty() ? 0 : Long.parseLong(statuses.get(statuses.size() - 1).id());
    return Math.max(fresh, last + 1);
  }

  /** Notes a call; how many were made within the window, this one included. */
  int call(Instant now) {
    calls.add(now);
    while (!calls.peek().plus(RATE_WINDOW).isAfter(now)) {
      calls.remove();
    }
    return calls.size();
  }

  ObjectNode json(String publicUrl) {
    return Json.object()
        .put("id", id)
        .put("username", name)
        .put("acct", name)
        .put("display_name", name)
        .put("locked", false)
        .put("bot", true)
        .put("url", publicUrl + "/mastodon/@" + name);
  }
}
