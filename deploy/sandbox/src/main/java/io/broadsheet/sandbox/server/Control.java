package io.broadsheet.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.broadsheet.sandbox.api.Adjustable;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.fault.FaultRules;
import io.broadsheet.sandbox.fault.InvalidRuleException;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.Json;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.Map;
import java.util.function.Supplier;

/** The sandbox's own endpoints: health, journal, requests, bill, faults, settings, reset. */
final class Control {
  private final Journal journal;
  private final RequestLog log;
  private final FaultRules faults;
  private final Supplier<ArrayNode> bill;
  private final Map<String, Adjustable> settings;
  private final Runnable reset;

  /**
   * @param bill what the LLM providers would charge
   * @param settings what {@code POST /sandbox/<name>} sets, by name, such as {@code telegram/chats}
   * @param reset forgets everything: journal, APIs, requests, faults
   */
  Control(
      Journal journal,
      RequestLog log,
      FaultRules faults,
      Supplier<ArrayNode> bill,
      Map<String, Adjustable> settings,
      Runnable reset) {
    this.journal = journal;
    this.log = log;
    this.faults = faults;
    this.bill = bill;
    this.settings = settings;
    this.reset = reset;
  }

  Answer handle(HttpServerRequest request, String[] path, byte[] body) {
    if (path.length == 3 && settings.containsKey(path[1] + "/" + path[2])) {
      return setting(settings.get(path[1] + "/" + path[2]), request.method().name(), body);
    }
    String endpoint = request.method().name() + " " + (path.length == 2 ? path[1] : "");
    return switch (endpoint) {
      case "GET health" -> Answer.ok(Json.object().put("status", "UP"));
      case "GET journal" -> Answer.ok(journal(request));
      case "GET requests" -> Answer.ok(log.json());
      case "GET bill" -> Answer.ok(bill.get());
      case "GET faults" -> Answer.ok(faults.json());
      case "POST faults" -> addFaults(body);
      case "DELETE faults" -> {
        faults.clear();
        yield Answer.ok(faults.json());
      }
      case "POST reset" -> {
        reset.run();
        yield done();
      }
      default -> refused(404, "no such endpoint: " + request.method() + " " + request.path());
    };
  }

  /** Takes an array of settings, or one; those before a wrong one stay. */
  private static Answer setting(Adjustable adjustable, String method, byte[] body) {
    if (method.equals("POST")) {
      try {
        JsonNode given = Json.MAPPER.readTree(body);
        (given.isArray() ? given : Json.array().add(given)).forEach(adjustable::adjust);
      } catch (IOException e) {
        return refused(400, "the body is no JSON");
      } catch (IllegalArgumentException e) {
        return refused(400, e.getMessage());
      }
    }
    return Answer.ok(adjustable.json());
  }

  private Answer addFaults(byte[] body) {
    try {
      faults.add(body);
      return Answer.ok(faults.json());
    } catch (InvalidRuleException e) {
      return refused(400, e.getMessage());
    }
  }

  /**
   * The effects; {@code api}, {@code method} and {@code destination} narrow them, {@code after} is
   * a seq.
   */
  private ArrayNode journal(HttpServerRequest request) {
    String api = request.getParam("api");
    String method = request.getParam("method");
    String destination = request.getParam("destination");
    String after = request.getParam("after");
    long afterSeq = after != null && after.matches("\\d{1,18}") ? Long.parseLong(after) : 0;
    ArrayNode shown = Json.array();
    for (Effect entry : journal.entries()) {
      if (entry.visible()
          && entry.seq() > afterSeq
          && (api == null || api.equals(entry.api().text()))
          && (method == null || method.equalsIgnoreCase(entry.method()))
          && (destination == null || destination.equals(entry.destination()))) {
        shown.add(entry.shown());
      }
    }
    return shown;
  }

  private static Answer done() {
    JsonNode body = Json.object().put("done", true);
    return Answer.ok(body);
  }

  private static Answer refused(int status, String message) {
    return Answer.error(status, message, Json.object().put("error", message));
  }
}
