package io.broadsheet.sandbox.webhook;

import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.api.RoutedApi;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A receiver of Standard Webhooks 1.0 (https://www.standardwebhooks.com) under any name. Hooks
 * whose name begins with {@code missing} do not exist.
 */
public final class WebhookApi implements RoutedApi {
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final Journal journal;
  private final WebhookSettings settings;
  private final Set<String> received = new HashSet<>();

  public WebhookApi(Journal journal, WebhookSettings settings) {
    this.journal = journal;
    this.settings = settings;
  }

  @Override
  public ApiName name() {
    return ApiName.WEBHOOK;
  }

  @Override
  public String method(String httpMethod, List<String> path) {
    return "deliver";
  }

  @Override
  public Answer handle(Call call) {
    String hook = call.rest();
    String id = call.header("webhook-id");
    String timestamp = call.header("webhook-timestamp");
    String signatures = call.header("webhook-signature");
    Instant now = journal.now();
    if (hook.isEmpty() || hook.contains("/") || hook.startsWith("missing")) {
      return error(404, "no such hook");
    } else if (settings.gone().contains(hook)) {
      return error(410, "this hook is disabled");
    } else if (!call.httpMethod().equals("POST")) {
      return error(405, "deliveries are POSTed");
    } else if (!call.header("content-type").startsWith("application/json")) {
      return error(415, "the body must be JSON");
    } else if (id.isEmpty() || id.contains(".") || signatures.isEmpty()) {
      return error(400, "missing or malformed webhook-id or webhook-signature");
    } else if (!timestamp.matches("\\d{1,12}") || !isFresh(timestamp, now)) {
      return error(400, "webhook-timestamp is missing or more than five minutes off");
    }
    String expected = Signature.of(settings.key(), id, timestamp, call.body());
    if (!Signature.isAmong(signatures, expected)) {
      return error(401, "no matching signature");
    } else if (settings.repeatsHonoured() && received.contains(key(hook, id))) {
      return Answer.ok(Json.object().put("received", "before"));
    }
    Effect effect =
        journal.effect(
            ApiName.WEBHOOK,
            call.method(),
            hook,
            id,
            new String(call.body(), StandardCharsets.UTF_8),
            Json.object());
    received.add(key(hook, id));
    return Answer.ok(Json.object().put("received", "now")).having(effect);
  }

  private static boolean isFresh(String timestamp, Instant now) {
    Instant sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
    return Duration.between(sent, now).abs().compareTo(TOLERANCE) <= 0;
  }

  private static String key(String hook, String id) {
    return hook + " " + id;
  }

  private static Answer error(int status, String message) {
    return Answer.error(status, message, Json.object().put("error", message));
  }

  @Override
  public String destination(Call call) {
    return call.rest();
  }

  @Override
  public void restore(Effect entry) {
    received.add(key(entry.destination(), entry.id()));
  }

  @Override
  public void reset() {
    received.clear();
  }

  @Override
  public Answer throttled(Throttle throttle) {
    int status = throttle.status() == 0 ? 429 : throttle.status();
    return error(status, "slow down").with("Retry-After", Integer.toString(throttle.retryAfter()));
  }

  @Override
  public Answer failed(Failure failure) {
    int status = failure.status() == 0 ? 500 : failure.status();
    return error(status, failure.text().isEmpty() ? Answer.reason(status) : failure.text());
  }
}
