package io.broadsheet.publisher.management;

import io.broadsheet.publisher.channel.Verification;
import io.broadsheet.publisher.delivery.Press;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code POST /targets/{target}/verify}: asks the target's API whether its configuration works.
 *
 * <p>Answers 200 with {@code {"target","result":"passed|failed|unclear","message"}}, or 404 if no
 * such target is configured.
 */
@ApplicationScoped
class VerifyRoute {

  private final Press press;

  VerifyRoute(Press press) {
    this.press = press;
  }

  void register(@Observes Router router) {
    router.post("/targets/:target/verify").blockingHandler(this::verify, false);
  }

  private void verify(RoutingContext request) {
    String target = request.pathParam("target");
    try {
      Optional<Verification> verification = press.verify(target);
      if (verification.isEmpty()) {
        answer(request, 404, target, "unknown", "no target of this name is configured here");
      } else {
        answer(
            request,
            200,
            target,
            verification.get().getClass().getSimpleName().toLowerCase(Locale.ROOT),
            verification.get().message());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer(request, 503, target, "unclear", "this service is stopping");
    }
  }

  private static void answer(
      RoutingContext request, int status, String target, String result, String message) {
    HttpServerResponse response = request.response();
    response.setStatusCode(status).putHeader("Content-Type", "application/json");
    response.end(
        new JsonObject()
            .put("target", target)
            .put("result", result)
            .put("message", message)
            .encode());
  }
}
