package io.broadsheet.sandbox.server;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.fault.FaultKind;
import io.broadsheet.sandbox.fault.FaultRule;
import io.broadsheet.sandbox.fault.FaultRules;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.llm.Misbehaviour;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs one call, with the fault that hits it, and writes down how it ended. */
final class Exchange {
  private final Vertx vertx;
  private final FaultRules faults;
  private final Journal journal;
  private final RequestLog log;

  Exchange(Vertx vertx, FaultRules faults, Journal journal, RequestLog log) {
    this.vertx = vertx;
    this.faults = faults;
    this.journal = journal;
    this.log = log;
  }

  void run(Api api, Call call, HttpServerRequest request) {
    run(api, call, request, faults.firing(call.api(), call.method()));
  }

  void run(Api api, Call call, HttpServerRequest request, Optional<FaultRule> fault) {
    Arrival arrival = new Arrival(journal.now(), api, call, fault);
    if (fault.isEmpty()) {
      Answer answer = api.handle(call);
      log(arrival, answer.status(), answer.outcome(), answer);
      Reply.send(request, answer);
      return;
    }
    FaultRule rule = fault.get();
    switch (rule.kind()) {
      case ERROR -> fail(arrival, request, error(api, call, rule));
      case THROTTLE ->
          fail(
              arrival,
              request,
              api.throttled(call, new Api.Throttle(rule.retryAfter(), rule.status().orElse(0))));
      case HANG -> log(arrival, 0, "no answer", null);
      case SLOW -> {
        Answer answer = api.handle(call);
        log(arrival, answer.status(), answer.outcome(), answer);
        vertx.setTimer(rule.delayMs(), id -> Reply.send(request, answer));
      }
      case RESET_BEFORE -> {
        log(arrival, 0, "reset", null);
        Reply.reset(request);
      }
      case RESET_AFTER_EFFECT -> {
        Answer answer = api.handle(call);
        log(arrival, 0, "reset after: " + answer.outcome(), answer);
        Reply.reset(request);
      }
      case SERVER_ERROR_AFTER_EFFECT -> {
        Answer answer = api.handle(call);
        Answer shown = gateway(rule, 502);
        log(arrival, shown.status(), shown.outcome() + " after: " + answer.outcome(), answer);
        Reply.send(request, shown);
      }
      case MISBEHAVE -> {
        Misbehaviour how = Misbehaviour.of(rule.behaviour().orElseThrow()).orElseThrow();
        Answer answer = api.misbehaving(call, how, rule.retryAfter());
        log(arrival, answer.status(), answer.outcome(), answer);
        Reply.send(request, answer);
      }
      case LATE_EFFECT -> {
        Supplier<Answer> work = api.begin(call);
        fail(arrival, request, gateway(rule, 504));
        vertx.setTimer(rule.delayMs(), id -> work.get());
      }
    }
  }

  private void fail(Arrival arrival, HttpServerRequest request, Answer answer) {
    log(arrival, answer.status(), answer.outcome(), null);
    Reply.send(request, answer);
  }

  private static Answer error(Api api, Call call, FaultRule rule) {
    Optional<JsonNode> object = rule.body().filter(JsonNode::isContainerNode);
    int status = rule.status().orElse(0);
    Answer usual =
        api.failed(
            call,
            new Api.Failure(
                status, rule.body().filter(JsonNode::isTextual).map(JsonNode::asText).orElse("")));
    return object.map(body -> Answer.error(usual.status(), "error", body)).orElse(usual);
  }

  private static Answer gateway(FaultRule rule, int usual) {
    int status = rule.status().orElse(usual);
    Answer answer = Answer.gateway(status);
    return rule.body()
        .map(
            body ->
                body.isTextual()
                    ? Answer.html(status, answer.outcome(), body.asText())
                    : Answer.error(status, answer.outcome(), body))
        .orElse(answer);
  }

  /** A call, when it came, and the fault that hits it. */
  private record Arrival(Instant at, Api api, Call call, Optional<FaultRule> fault) {

    /** The fault's name, with the way to misbehave; empty for none. */
    String faultName() {
      return fault
          .map(
              rule ->
                  rule.kind().text()
                      + (rule.kind() == FaultKind.MISBEHAVE
                          ? " " + rule.behaviour().orElseThrow()
                          : ""))
          .orElse("");
    }

    /** Seconds to wait; 0 for none. */
    int retryAfter() {
      return fault
          .filter(rule -> rule.kind() == FaultKind.THROTTLE)
          .map(FaultRule::retryAfter)
          .orElse(0);
    }
  }

  private void log(Arrival arrival, int status, String outcome, Answer inner) {
    Call call = arrival.call();
    log.add(
        new RequestLog.Entry(
            arrival.at(),
            call.api().text(),
            call.method(),
            arrival.api().destination(call),
            inner == null ? "" : inner.task(),
            status,
            outcome,
            arrival.faultName(),
            arrival.retryAfter(),
            inner == null ? 0 : inner.effect().map(Effect::seq).orElse(0L)));
  }
}
