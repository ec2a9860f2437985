package io.broadsheet.publisher.channel.bluesky;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpResult.Answered;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an answer to {@code com.atproto.repo.putRecord} means. In the order of the checks:
 *
 * <ol>
 *   <li>no byte left: not sent;
 *   <li>no whole answer: unknown;
 *   <li>status 429: throttled until {@code RateLimit-Reset}, else for five minutes;
 *   <li>status 200 with the {@code uri} of a post: posted;
 *   <li>a status of the 4xx, or 501, with an {@code error}: by {@link BlueskyRefusal#TABLE};
 *   <li>everything else: unknown.
 * </ol>
 */
final class BlueskyOutcomes {

  private static final Duration DEFAULT_WAIT = Duration.ofMinutes(5);
  private static final Pattern URI =
      Pattern.compile("at://(did:[^/\\s]+)/" + PostRecord.COLLECTION + "/([A-Za-z0-9_~.:-]+)");

  // A session's token; the channel's redaction knows the configured secrets only.
  private static final Pattern TOKEN =
      Pattern.compile("eyJ[A-Za-z0-9_-]*(?:\\.[A-Za-z0-9_-]*){1,2}");

  private BlueskyOutcomes() {}

  static Outcome of(HttpResult result) {
    return result.outcome(BlueskyOutcomes::judged);
  }

  private static Outcome judged(Answered answer) {
    String status = Integer.toString(answer.status());
    if (answer.status() == 429) {
      return HttpResult.throttled(answer, DEFAULT_WAIT);
    }
    ObjectNode body = Json.object(answer.body()).orElseGet(Json::object);
    String uri = body.path("uri").asText("");
    String error = error(answer);
    if (answer.status() == 200 && URI.matcher(uri).matches()) {
      return new Outcome.Posted(uri, address(uri));
    } else if ((answer.status() / 100 == 4 || answer.status() == 501) && !error.isEmpty()) {
      BlueskyRefusal row = BlueskyRefusal.of(answer.status(), error);
      return new Outcome.Rejected(row.cause(), error, said(answer) + ": " + row.remedy());
    }
    return new Outcome.Unknown(
        status, error.isEmpty() ? "status " + status + " and no answer of the AT Protocol" : error);
  }

  /** The server's words for an error, without tokens; may be empty. */
  static String said(HttpResult result) {
    return TOKEN.matcher(field(result, "message")).replaceAll("***");
  }

  /** The name of the error that was answered, or empty text. */
  static String error(HttpResult result) {
    return field(result, "error");
  }

  private static String field(HttpResult result, String name) {
    return result instanceof Answered answer
        ? Json.object(answer.body()).map(body -> body.path(name).asText("")).orElse("")
        : "";
  }

  /** Where readers see a post. */
  static String address(String uri) {
    Matcher parts = URI.matcher(uri);
    return parts.matches()
        ? "https://bsky.app/profile/" + parts.group(1) + "/post/" + parts.group(2)
        : "";
  }
}
