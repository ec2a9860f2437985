package io.broadsheet.publisher.channel.webhook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.rendering.CleanText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The body of a delivery; its contract is {@code docs/webhook-event.schema.json}. Texts are the
 * post's own, without control characters: Markdown written by models, which the receiver must treat
 * as such.
 */
final class WebhookEvent {

  /** The version this code writes; it changes only when something is taken away or redefined. */
  static final int VERSION = 1;

  private static final String TYPE = "post.published";

  private WebhookEvent() {}

  /**
   * The body.
   *
   * @param link where readers should be led: the companion's page, else the canonical URL
   * @param at when it was rendered
   */
  static ObjectNode of(PostEvent post, String link, Instant at) {
    ObjectNode event = Json.object();
    event.put("type", TYPE);
    event.put("timestamp", at.truncatedTo(ChronoUnit.MILLIS).toString());
    event.put("v", VERSION);
    ObjectNode data = event.putObject("data");
    data.put("postId", post.postId().toString());
    data.put("generation", post.generation());
    data.put("language", post.language());
    data.put("editionDate", post.editionDate().toString());
    data.put("contentType", post.contentType());
    data.put("slug", post.slug());
    data.put("title", CleanText.line(post.title()));
    data.put("summary", CleanText.of(post.summary()));
    data.put("bodyMarkdown", CleanText.of(post.bodyMarkdown()));
    ArrayNode tags = data.putArray("tags");
    post.tags().forEach(tag -> tags.add(CleanText.line(tag)));
    data.put("canonicalUrl", post.canonicalUrl());
    data.put("link", link);
    return event;
  }
}
