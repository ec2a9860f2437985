package io.broadsheet.publisher.channel.vk;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpResult;
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

  /**
   * Whether the service token may read the wall.
   *
   * @return what hinders it, or empty if nothing does
   */
  Optional<String> hindrance(Call call) {
    if (settings.serviceToken().isEmpty()) {
      return Optional.of("there is no service-token");
    }
    HttpResult result = api.call("wall.get", settings.serviceToken().get(), parameters(0, 1), call);
    return VkApi.response(result).isPresent()
        ? Optional.empty()
        : Optional.of("service-token cannot read the wall: " + VkApi.failure(result));
  }

  /** Looks for the post. */
  Sighting look(WallPost post, Probe probe) {
    if (settings.serviceToken().isEmpty()) {
      return new Sighting.CannotTell("without service-token the wall cannot be read");
    }
    Listing listing = new Listing(probe, post.link(), settings::postUrl);
    Call call = probe.callElsewhere();
    int offset = 0;
    for (int requests = 0; requests < MAX_REQUESTS && !listing.isDecided(); requests++) {
      HttpResult result =
          api.call("wall.get", settings.serviceToken().get(), parameters(offset, COUNT), call);
      Optional<JsonNode> part =
          VkApi.response(result).filter(response -> response.path("items").isArray());
      if (part.isEmpty()) {
        return new Sighting.CannotTell("the wall could not be read: " + VkApi.failure(result));
      }
      JsonNode items = part.get().path("items");
      for (JsonNode item : items) {
        if (!item.path("id").canConvertToLong() || !item.path("date").canConvertToLong()) {
          return new Sighting.CannotTell("the wall shows a post without id or date");
        }
        listing.add(entry(item, post));
      }
      if (offset + items.size() >= part.get().path("count").asInt(Integer.MAX_VALUE)) {
        listing.complete();
      }
      offset += COUNT - OVERLAP;
    }
    return listing.sighting();
  }

  private static Listing.Entry entry(JsonNode item, WallPost post) {
    boolean pinned = item.path("is_pinned").asInt(0) == 1;
    // A pinned post stands first whatever its age: it proves nothing about those behind it.
    Instant at = pinned ? Instant.MAX : Instant.ofEpochSecond(item.path("date").longValue());
    return new Listing.Entry(item.path("id").asText(), at, links(item, post));
  }

  private static List<String> links(JsonNode item, WallPost post) {
    List<String> links = new ArrayList<>();
    String text = item.path("text").asText("");
    if (post.isMarkedIn(text)) {
      links.add(post.link());
    }
    Matcher address = ADDRESS.matcher(text);
    while (address.find()) {
      links.add(address.group());
    }
    for (JsonNode attachment : item.path("attachments")) {
      links.add(attachment.path("link").path("url").asText("").replace("%2C", ","));
    }
    return links;
  }

  private Map<String, String> parameters(int offset, int count) {
    return Map.of(
        "owner_id", Long.toString(settings.ownerId()),
        "offset", Integer.toString(offset),
        "count", Integer.toString(count),
        "filter", "owner");
  }
}
