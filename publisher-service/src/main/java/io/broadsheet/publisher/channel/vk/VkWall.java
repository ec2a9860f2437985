package io.broadsheet.publisher.channel.vk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Listing;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Sighting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks for a post on the wall by {@code wall.get}, newest first. The community's own key may not
 * call it: it takes a service token.
 */
final class VkWall {

  private static final int COUNT = 100;

  // Posts deleted between two requests move the older ones forward: no gap opens.
  private static final int OVERLAP = 10;

  // VK allows some 5,000 such calls a day.
  private static final int MAX_REQUESTS = 5;

  private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s()<>\"]+");

  private final VkSettings settings;
  private final VkApi api;

  VkWall(VkSettings settings, VkApi api) {
    this.settings = settings;
    this.api = api;
  }

  /** Looks for the post that carries the link. */
  Sighting look(String link, Probe probe) {
    if (settings.serviceToken().isEmpty()) {
      return new Sighting.CannotTell("without service-token the wall cannot be read");
    }
    Listing listing = new Listing(probe, link, settings::postUrl);
    Call call = new Call(probe.key(), probe.deadline());
    int offset = 0;
    for (int requests = 0; requests < MAX_REQUESTS && !listing.isDecided(); requests++) {
      HttpResult result =
          api.call("wall.get", settings.serviceToken().get(), parameters(offset), call);
      Optional<ObjectNode> part = part(result);
      if (part.isEmpty()) {
        return new Sighting.CannotTell("the wall could not be read: " + reason(result));
      }
      JsonNode items = part.get().path("items");
      for (JsonNode item : items) {
        add(item, listing);
      }
      if (offset + items.size() >= part.get().path("count").asInt(Integer.MAX_VALUE)) {
        listing.complete();
      }
      offset += COUNT - OVERLAP;
    }
    return listing.sighting();
  }

  private static void add(JsonNode item, Listing listing) {
    String id = item.path("id").asText("");
    boolean pinned = item.path("is_pinned").asInt(0) == 1;
    // A pinned post stands first whatever its age: it proves nothing about those behind it.
    Instant at = pinned ? Instant.MAX : Instant.ofEpochSecond(item.path("date").asLong(0));
    if (!id.isEmpty() && item.path("date").canConvertToLong()) {
      listing.add(new Listing.Entry(id, at, links(item)));
    }
  }

  private static List<String> links(JsonNode item) {
    List<String> links = new ArrayList<>();
    Matcher address = ADDRESS.matcher(item.path("text").asText(""));
    while (address.find()) {
      links.add(address.group());
    }
    for (JsonNode attachment : item.path("attachments")) {
      links.add(attachment.path("link").path("url").asText("").replace("%2C", ","));
    }
    return links;
  }

  private Map<String, String> parameters(int offset) {
    return Map.of(
        "owner_id", Long.toString(settings.ownerId()),
        "offset", Integer.toString(offset),
        "count", Integer.toString(COUNT),
        "filter", "owner");
  }

  private static Optional<ObjectNode> part(HttpResult result) {
    if (result instanceof HttpResult.Answered answer && answer.status() == 200) {
      return Json.object(answer.body())
          .map(body -> body.path("response"))
          .filter(response -> response.path("items").isArray())
          .map(ObjectNode.class::cast);
    }
    return Optional.empty();
  }

  private static String reason(HttpResult result) {
    if (result instanceof HttpResult.Answered answer) {
      return Json.object(answer.body())
          .map(body -> body.path("error").path("error_msg").asText(""))
          .filter(error -> !error.isEmpty())
          .orElse("status " + answer.status());
    } else if (result instanceof HttpResult.NotWritten nothing) {
      return nothing.message();
    }
    return ((HttpResult.NoAnswer) result).message();
  }
}
