package io.broadsheet.publisher.channel.telegraph;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpResult.Answered;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an answer to {@code createPage} means. In the order of the checks:
 *
 * <ol>
 *   <li>no byte left: not sent;
 *   <li>no whole answer: unknown;
 *   <li>{@code FLOOD_WAIT_n}, with a status below 500: throttled for n seconds;
 *   <li>status 429: throttled for the header's seconds, else a minute;
 *   <li>500 and above, or not the API's envelope: unknown;
 *   <li>{@code ok} with a path and an address: posted; without: unknown;
 *   <li>{@code PAGE_SAVE_FAILED}, or a sentence in place of a word: unknown;
 *   <li>else refused, by {@link TelegraphRefusal#TABLE}; a word that is not in it parks the post.
 * </ol>
 *
 * Errors come with status 200 as far as clients tell; no status below 500 but 429 means anything by
 * itself.
 */
final class TelegraphOutcomes {

  private static final Pattern FLOOD_WAIT = Pattern.compile("FLOOD_WAIT_(\\d{1,9})");
  private static final Pattern WORD = Pattern.compile("[A-Z0-9]+(_[A-Z0-9]+)+");
  private static final Duration DEFAULT_WAIT = Duration.ofMinutes(1);

  private final TelegraphSettings settings;

  TelegraphOutcomes(TelegraphSettings settings) {
    this.settings = settings;
  }

  Outcome of(HttpResult result) {
    return result.outcome(this::of);
  }

  private Outcome of(Answered answer) {
    String status = Integer.toString(answer.status());
    ObjectNode body = Json.object(answer.body()).orElseGet(Json::object);
    Matcher flood = FLOOD_WAIT.matcher(body.path("error").asText(""));
    if (flood.matches() && answer.status() < 500) {
      long seconds = Math.max(1, Long.parseLong(flood.group(1)));
      return new Outcome.Throttled(
          Duration.ofSeconds(seconds), flood.group(), "Telegraph's flood control");
    } else if (answer.status() == 429) {
      return HttpResult.throttled(answer, DEFAULT_WAIT);
    } else if (answer.status() >= 500) {
      return new Outcome.Unknown(status, "server error " + status);
    } else if (!body.path("ok").isBoolean()) {
      return new Outcome.Unknown(status, "status " + status + " and no answer of Telegraph's API");
    } else if (body.path("ok").booleanValue()) {
      return posted(status, body);
    }
    return refused(body.path("error").asText(""));
  }

  private Outcome posted(String status, ObjectNode body) {
    String path = body.path("result").path("path").asText("");
    String url = settings.pageUrl(path, body.path("result").path("url").asText(""));
    if (path.isBlank() || !url.matches("(?i)https?://\\S+")) {
      return new Outcome.Unknown(status, "the answer says ok and names no page");
    }
    return new Outcome.Posted(path, url);
  }

  private static Outcome refused(String error) {
    if (error.equals("PAGE_SAVE_FAILED") || !WORD.matcher(error).matches()) {
      return new Outcome.Unknown("error", "Telegraph says: " + error);
    }
    TelegraphRefusal refusal =
        TelegraphRefusal.TABLE.getOrDefault(error, TelegraphRefusal.UNLISTED);
    return new Outcome.Rejected(refusal.cause(), error, error + ": " + refusal.remedy());
  }
}
