package io.broadsheet.publisher.management;

import io.broadsheet.common.event.Command;
import io.broadsheet.publisher.command.OrderDirectly;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * {@code POST /targets/{target}/pause} with {@code {"by","reason","until"}} and {@code
 * /targets/{target}/resume} with {@code {"by","reason"}}: for the hour when Kafka is down. Both are
 * written down like every command.
 *
 * <p>Answers 200 with {@code {"target","commandId","result":"applied","reason"}}, 404 if no
 * publisher has such a target, 400 if the body is at fault or {@code until} has passed.
 */
@ApplicationScoped
class TargetRoute {

  private static final Logger LOG = Logger.getLogger(TargetRoute.class);
  private static final long LONGEST_BODY = 16 * 1024;
  private static final int LONGEST_TEXT = 1000;

  private final OrderDirectly orderDirectly;

  TargetRoute(OrderDirectly orderDirectly) {
    this.orderDirectly = orderDirectly;
  }

  void register(@Observes Router router) {
    route(router, "/targets/:target/pause", Set.of("by", "reason", "until"), TargetRoute::pause);
    route(router, "/targets/:target/resume", Set.of("by", "reason"), body -> new Command.Resume());
  }

  private void route(
      Router router,
      String path,
      Set<String> fields,
      Function<JsonObject, Command.OfTarget> command) {
    router
        .post(path)
        .handler(BodyHandler.create(false).setBodyLimit(LONGEST_BODY))
        .blockingHandler(request -> order(request, fields, command), false);
  }

  private void order(
      RoutingContext request, Set<String> fields, Function<JsonObject, Command.OfTarget> command) {
    String target = request.pathParam("target");
    try {
      JsonObject body = body(request, fields);
      String by = text(body, "by");
      OrderDirectly.Reply reply =
          orderDirectly.order(
              target, command.apply(body), by == null ? "operator" : by, text(body, "reason"));
      answer(
          request,
          "refused".equals(reply.result()) ? 404 : 200,
          new JsonObject()
              .put("target", target)
              .put("commandId", reply.id().toString())
              .put("result", reply.result())
              .put("reason", reply.reason()));
    } catch (BadBody | OrderDirectly.TimeHasPassed e) {
      answer(request, 400, new JsonObject().put("target", target).put("reason", e.getMessage()));
    } catch (RuntimeException e) {
      LOG.warnf("%s could not be done: %s", request.normalizedPath(), e.getMessage());
      answer(
          request,
          503,
          new JsonObject()
              .put("target", target)
              .put("reason", "the database does not answer as it should; order it again"));
    }
  }

  private static Command.OfTarget pause(JsonObject body) {
    if (text(body, "reason") == null) {
      throw new BadBody("reason is missing; say why it is paused");
    }
    String until = text(body, "until");
    return new Command.Pause(until == null ? null : time(until));
  }

  private static OffsetDateTime time(String value) {
    try {
      return Instant.parse(value).atOffset(ZoneOffset.UTC);
    } catch (DateTimeException e) {
      throw new BadBody("until is \"" + value + "\"; write a time such as 2026-11-30T09:00:00Z");
    }
  }

  private static JsonObject body(RoutingContext request, Set<String> fields) {
    String text = request.body().asString();
    if (text == null || text.isBlank()) {
      return new JsonObject();
    }
    JsonObject body;
    try {
      body = new JsonObject(text);
    } catch (DecodeException e) {
      throw new BadBody("the body is no JSON object");
    }
    for (Map.Entry<String, Object> field : body) {
      if (!fields.contains(field.getKey())) {
        throw new BadBody("the body has a field \"" + field.getKey() + "\"; it may have " + fields);
      }
    }
    return body;
  }

  private static String text(JsonObject body, String name) {
    Object value = body.getValue(name);
    if (value == null) {
      return null;
    }
    if (value instanceof String text && text.length() <= LONGEST_TEXT && text.indexOf('\0') < 0) {
      return text.isBlank() ? null : text.strip();
    }
    throw new BadBody(name + " is no text of at most " + LONGEST_TEXT + " characters");
  }

  private static void answer(RoutingContext request, int status, JsonObject body) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .end(body.encode());
  }

  /** What is wrong with a body. */
  private static final class BadBody extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadBody(String message) {
      super(message);
    }
  }
}
