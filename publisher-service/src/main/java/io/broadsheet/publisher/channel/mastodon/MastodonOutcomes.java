package io.broadsheet.publisher.channel.mastodon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpResult.Answered;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import java.time.Duration;

/**
 * What an answer to {@code POST /api/v1/statuses} means. In the order of the checks:
 *
 * <ol>
 *   <li>no byte left: not sent;
 *   <li>no whole answer: unknown;
 *   <li>status 429: throttled until {@code X-RateLimit-Reset}, else for five minutes, the window;
 *   <li>status 200 with an {@code id}: posted;
 *   <li>a status of the 4xx with an {@code error}: by {@link MastodonRefusal#TABLE};
 *   <li>everything else: unknown.
 * </ol>
 */
final class MastodonOutcomes {

  private static final Duration DEFAULT_WAIT = Duration.ofMinutes(5);

  private MastodonOutcomes() {}

  static Outcome of(HttpResult result) {
    return result.outcome(MastodonOutcomes::judged);
  }

  private static Outcome judged(Answered answer) {
    String status = Integer.toString(answer.status());
    if (answer.status() == 429) {
      return HttpResult.throttled(answer, DEFAULT_WAIT);
    }
    ObjectNode body = Json.object(answer.body()).orElseGet(Json::object);
    String id = body.path("id").asText("");
    String error = body.path("error").asText("");
    if (answer.status() == 200 && !id.isBlank()) {
      return new Outcome.Posted(id, address(body));
    } else if (answer.status() / 100 == 4 && !error.isEmpty()) {
      MastodonRefusal row = MastodonRefusal.of(answer.status(), error);
      return new Outcome.Rejected(row.cause(), status, error + ": " + row.remedy());
    }
    return new Outcome.Unknown(
        status, error.isEmpty() ? "status " + status + " and no answer of Mastodon's API" : error);
  }

  /** Why a question was not answered: the instance's words, or what became of it. */
  static String reason(HttpResult result) {
    return result instanceof Answered answer
        ? Json.object(answer.body())
            .map(body -> body.path("error").asText(""))
            .filter(error -> !error.isEmpty())
            .orElseGet(result::failure)
        : result.failure();
  }

  /** Where readers see a status, or empty text. */
  static String address(ObjectNode status) {
    String url = status.path("url").asText("");
    return url.matches("https?://\\S+") ? url : "";
  }
}
