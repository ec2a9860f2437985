package io.broadsheet.sandbox.server;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** The last requests and how each ended. Holds no parameter and no path, so no secret either. */
final class RequestLog {
  private static final int CAPACITY = 10_000;

  private final Deque<Entry> entries = new ArrayDeque<>();
  private long forgotten;

  /**
   * One request.
   *
   * @param at when it arrived
   * @param destination whom it was for; empty where it did not say
   * @param status the HTTP status answered; 0 when there was no answer
   * @param outcome {@code ok}, the API's error, or what the fault did
   * @param fault the fault that hit it; empty for none
   * @param retryAfter the seconds that a fault told it to wait; 0 for none
   * @param effectSeq the journal entry it made; 0 for none
   */
  record Entry(
      Instant at,
      String api,
      String method,
      String destination,
      String task,
      int status,
      String outcome,
      String fault,
      int retryAfter,
      long effectSeq) {}

  void add(Entry entry) {
    if (entries.size() == CAPACITY) {
      entries.removeFirst();
      forgotten++;
    }
    entries.add(entry);
  }

  ArrayNode json() {
    ArrayNode all = Json.array();
    long seq = forgotten;
    for (Entry entry : entries) {
      ObjectNode node =
          all.addObject()
              .put("seq", ++seq)
              .put("at", entry.at().toString())
              .put("api", entry.api())
              .put("method", entry.method());
      if (!entry.destination().isEmpty()) {
        node.put("destination", entry.destination());
      }
      if (!entry.task().isEmpty()) {
        node.put("task", entry.task());
      }
      node.put("status", entry.status()).put("outcome", entry.outcome());
      if (!entry.fault().isEmpty()) {
        node.put("fault", entry.fault());
      }
      if (entry.retryAfter() > 0) {
        node.put("retryAfter", entry.retryAfter());
      }
      if (entry.effectSeq() > 0) {
        node.put("effectSeq", entry.effectSeq());
      }
    }
    return all;
  }

  void clear() {
    entries.clear();
    forgotten = 0;
  }
}
