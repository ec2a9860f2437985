package io.broadsheet.publisher.channel.bluesky;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.rendering.CleanText;
import io.broadsheet.publisher.rendering.Shortening;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** A record of the lexicon {@code app.bsky.feed.post}, with a card of the whole post. */
final class PostRecord {

  static final String COLLECTION = "app.bsky.feed.post";

  private static final int MAX_CARD_TITLE = 256;
  private static final int MAX_CARD_TEXT = 300;

  private PostRecord() {}

  /**
   * The record.
   *
   * @param link where the whole post is; it must be a safe link
   * @param createdAt when it was rendered
   */
  static ObjectNode of(PostEvent post, String link, Instant createdAt) {
    PostText text = PostText.teaser(post, link);
    ObjectNode json = Json.object();
    json.put("$type", COLLECTION);
    json.put("text", text.text());
    json.put(
        "createdAt",
        DateTimeFormatter.ISO_INSTANT.format(createdAt.truncatedTo(ChronoUnit.MILLIS)));
    json.putArray("langs").add(post.language());
    ArrayNode facets = json.putArray("facets");
    text.facets().forEach(facet -> facets.add(facet(facet)));
    ObjectNode embed = json.putObject("embed");
    embed.put("$type", "app.bsky.embed.external");
    Shortening shortening = Shortening.byCodePoints(post.language());
    ObjectNode card = embed.putObject("external");
    card.put("uri", link);
    card.put("title", shortening.fitTitle(post.title(), MAX_CARD_TITLE));
    card.put("description", shortening.fit(CleanText.of(post.summary()).strip(), MAX_CARD_TEXT));
    return json;
  }

  private static ObjectNode facet(PostText.Facet facet) {
    ObjectNode json = Json.object();
    json.putObject("index").put("byteStart", facet.byteStart()).put("byteEnd", facet.byteEnd());
    ObjectNode feature = json.putArray("features").addObject();
    if (facet.tag().isEmpty()) {
      feature.put("$type", "app.bsky.richtext.facet#link").put("uri", facet.link());
    } else {
      feature.put("$type", "app.bsky.richtext.facet#tag").put("tag", facet.tag());
    }
    return json;
  }
}
