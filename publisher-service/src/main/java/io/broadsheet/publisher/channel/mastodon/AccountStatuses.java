package io.broadsheet.publisher.channel.mastodon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Listing;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Sighting;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** Looks for a post among the account's own statuses, newest first. */
final class AccountStatuses {

  private static final int COUNT = 40;
  private static final int MAX_REQUESTS = 10;

  private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s()<>\"]+");
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9]{1,64}");

  private final MastodonApi api;

  AccountStatuses(MastodonApi api) {
    this.api = api;
  }

  /** Looks for the status that carries the link. */
  Sighting look(String link, Probe probe) {
    HttpResult self = api.get("/api/v1/accounts/verify_credentials", probe.call());
    Optional<String> account =
        object(self).map(body -> body.path("id").asText()).filter(this::isId);
    if (account.isEmpty()) {
      return unread("the account", self);
    }
    Map<String, String> addresses = new HashMap<>();
    Listing listing = new Listing(probe, link, id -> addresses.getOrDefault(id, ""));
    String older = "";
    for (int requests = 0; requests < MAX_REQUESTS && !listing.isDecided(); requests++) {
      HttpResult result =
          api.get(
              "/api/v1/accounts/" + account.get() + "/statuses?limit=" + COUNT + older,
              probe.call());
      Optional<ArrayNode> statuses = array(result);
      if (statuses.isEmpty()) {
        return unread("the statuses", result);
      } else if (statuses.get().isEmpty()) {
        // Only an empty part is the end: a server may give fewer than asked for.
        listing.complete();
      }
      for (JsonNode status : statuses.get()) {
        Optional<Listing.Entry> entry = entry(status);
        if (entry.isEmpty()) {
          return new Sighting.CannotTell("a status could not be understood");
        }
        addresses.put(entry.get().id(), MastodonOutcomes.address((ObjectNode) status));
        listing.add(entry.get());
        older = "&max_id=" + entry.get().id();
      }
    }
    return listing.sighting();
  }

  private Optional<Listing.Entry> entry(JsonNode status) {
    String id = status.path("id").asText("");
    if (!status.isObject() || !isId(id)) {
      return Optional.empty();
    }
    try {
      Instant at = OffsetDateTime.parse(status.path("created_at").asText("")).toInstant();
      // A boost shows another account's text.
      List<String> links =
          status.path("reblog").isObject() ? List.of() : links(status.path("content").asText(""));
      return Optional.of(new Listing.Entry(id, at, links));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private boolean isId(String id) {
    return ID.matcher(id).matches();
  }

  private static List<String> links(String html) {
    Document content = Jsoup.parse(html);
    List<String> links = new ArrayList<>(content.select("a[href]").eachAttr("href"));
    // What Mastodon made no link of stands as it was written.
    Matcher address = ADDRESS.matcher(content.text());
    while (address.find()) {
      links.add(address.group());
    }
    return links;
  }

  private static Optional<ObjectNode> object(HttpResult result) {
    return result instanceof HttpResult.Answered answer && answer.status() == 200
        ? Json.object(answer.body())
        : Optional.empty();
  }

  private static Optional<ArrayNode> array(HttpResult result) {
    return result instanceof HttpResult.Answered answer && answer.status() == 200
        ? Json.list(answer.body())
        : Optional.empty();
  }

  private static Sighting unread(String what, HttpResult result) {
    Outcome outcome = MastodonOutcomes.of(result);
    return Sighting.withoutAnswer(what + " could not be read: " + outcome.message(), outcome);
  }
}
