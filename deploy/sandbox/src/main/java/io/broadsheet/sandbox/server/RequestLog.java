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
  private long seq;

  /**
   * One request.
   *
   * @param status the HTTP status answered; 0 when there was no answer
   * @param outcome {@code ok}, the API's error, or what the fault did
   * @param fault the fault that hit it; empty for none
   * @param effectSeq the journal entry it made; 0 for none
   */
  record Entry(
      long seq,
      Instant at,
      String api,
      String method,
      String task,
      int status,
      String outcome,
      String fault,
      long effectSeq) {}

  void add(
      Instant at,
      String api,
      String method,
      String task,
      int status,
      String outcome,
      String fault,
      long effectSeq) {
    if (entries.size() == CAPACITY) {
      entries.removeFirst();
    }
    seq++;
    entries.add(new Entry(seq, at, api, method, task, status, outcome, fault, effectSeq));
  }

  ArrayNode json() {
    ArrayNode all = Json.array();
    for (Entry entry : entries) {
      ObjectNode node =
          all.addObject()
              .put("seq", entry.seq())
              .put("at", entry.at().toString())
              .put("api", entry.api())
              .put("method", entry.method());
      if (!entry.task().isEmpty()) {
        node.put("task", entry.task());
      }
      node.put("status", entry.status()).put("outcome", entry.outcome());
      if (!entry.fault().isEmpty()) {
        node.put("fault", entry.fault());
      }
      if (entry.effectSeq() > 0) {
        node.put("effectSeq", entry.effectSeq());
      }
    }
    return all;
  }

  void clear() {
    entries.clear();
    seq = 0;
  }
}
