package io.broadsheet.publisher.channel.telegraph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpRequest;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.rendering.CleanText;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for a page in the account's list, newest first. The mark is exact, so any page that bears
 * it is the one. None is there if the list was read to its end or to a page older than the first
 * call.
 */
final class PageList {

  private static final int LIMIT = 200;
  private static final int MAX_REQUESTS = 10;

  private final TelegraphSettings settings;
  private final HttpTransport transport;
  private final TelegraphOutcomes outcomes;

  PageList(TelegraphSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.transport = transport;
    this.outcomes = new TelegraphOutcomes(settings);
  }

  /**
   * Looks for the page made with the probe's key.
   *
   * @param title the page's title; a new page that has it and no mark at all makes absence doubtful
   */
  Sighting look(String title, Probe probe) {
    Call call = probe.call();
    int seen = 0;
    String unmarked = "";
    for (int requests = 0; requests < MAX_REQUESTS; requests++) {
      HttpResult result = transport.exchange(request(seen), call);
      Optional<ObjectNode> list = list(result);
      if (list.isEmpty()) {
        return Sighting.withoutAnswer(
            "the list of pages could not be read: " + reason(result), outcomes.of(result));
      }
      boolean reachesBack = false;
      for (JsonNode page : list.get().path("pages")) {
        String path = page.path("path").asText("");
        if (AuthorUrl.bears(page.path("author_url").asText(""), probe.key()) && !path.isBlank()) {
          String url = settings.pageUrl(path, page.path("url").asText(""));
          return new Sighting.Found(path, url);
        }
        if (PageDate.isBefore(path, probe.firstCallAt(), Instant.now())) {
          reachesBack = true;
        } else if (isUnmarked(page, title) && !probe.othersIds().contains(path)) {
          unmarked = path;
        }
      }
      int size = list.get().path("pages").size();
      seen += size;
      if (reachesBack || seen >= list.get().path("total_count").asInt(Integer.MAX_VALUE)) {
        return unmarked.isEmpty()
            ? new Sighting.Absent("no page of the account bears this post's mark")
            : new Sighting.CannotTell(
                "page " + unmarked + " has this post's title and no mark; did Telegraph drop it?");
      } else if (size == 0) {
        break;
      }
    }
    return new Sighting.CannotTell(
        "the list of pages does not reach back to " + probe.firstCallAt());
  }

  private static boolean isUnmarked(JsonNode page, String title) {
    return !page.path("author_url").asText("").contains("#")
        && CleanText.line(page.path("title").asText("")).equals(title);
  }

  private HttpRequest request(int offset) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("access_token", settings.accessToken());
    form.put("offset", Integer.toString(offset));
    form.put("limit", Integer.toString(LIMIT));
    return HttpRequest.form(URI.create(settings.baseUrl() + "/getPageList"), form);
  }

  private static Optional<ObjectNode> list(HttpResult result) {
    if (result instanceof HttpResult.Answered answer && answer.status() == 200) {
      return Json.object(answer.body())
          .filter(body -> body.path("ok").asBoolean())
          .map(body -> body.path("result"))
          .filter(list -> list.path("pages").isArray())
          .map(ObjectNode.class::cast);
    }
    return Optional.empty();
  }

  private static String reason(HttpResult result) {
    return Optional.of(result)
        .filter(HttpResult.Answered.class::isInstance)
        .flatMap(answered -> Json.object(((HttpResult.Answered) answered).body()))
        .map(body -> body.path("error").asText(""))
        .filter(error -> !error.isEmpty())
        .orElseGet(result::failure);
  }
}
