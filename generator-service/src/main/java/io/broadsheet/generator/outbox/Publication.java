package io.broadsheet.generator.outbox;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.event.Topics;
import io.broadsheet.common.target.Target;
import io.broadsheet.common.target.Targets;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

/**
 * The rows of one publish transaction as two JSON arrays, with ids fixed before the first try, so
 * that a repeated statement inserts the same rows or none.
 *
 * @param posts rows of {@code blog_posts}
 * @param messages rows of {@code outbox}, one per target of each post's language
 */
record Publication(JsonArray posts, JsonArray messages) {

  /**
   * @throws PostTooLarge if an event would not fit into a message
   */
  static Publication of(LocalDate date, List<NewPost> posts, Targets targets, SiteUrl site) {
    JsonArray postRows = new JsonArray();
    JsonArray messageRows = new JsonArray();
    for (NewPost post : posts) {
      UUID id = UUID.randomUUID();
      String canonicalUrl = site.canonical(post.language(), post.slug());
      postRows.add(postRow(id, post, canonicalUrl));
      for (Target target : targets.of(post.language())) {
        messageRows.add(messageRow(event(id, date, post, target, canonicalUrl), target));
      }
    }
    return new Publication(postRows, messageRows);
  }

  private static JsonObject postRow(UUID id, NewPost post, String canonicalUrl) {
    return new JsonObject()
        .put("id", id.toString())
        .put("language", post.language())
        .put("content_type", post.contentType())
        .put("slug", post.slug())
        .put("title", post.title())
        .put("summary", post.summary())
        .put("body_markdown", post.bodyMarkdown())
        .put("tags", new JsonArray(post.tags()))
        .put("canonical_url", canonicalUrl);
  }

  private static JsonObject messageRow(PostEvent event, Target target) {
    return new JsonObject()
        .put("id", UUID.randomUUID().toString())
        .put("destination", Topics.postDestination(target.channel()))
        .put("target", target.name())
        .put("aggregate_id", event.postId().toString())
        .put("payload", PostPayload.of(event));
  }

  private static PostEvent event(
      UUID id, LocalDate date, NewPost post, Target target, String canonicalUrl) {
    return new PostEvent(
        PostEvent.VERSION,
        id,
        target.name(),
        target.channel().wireName(),
        post.language(),
        1,
        date,
        post.contentType(),
        post.slug(),
        post.title(),
        post.summary(),
        post.bodyMarkdown(),
        post.tags(),
        canonicalUrl);
  }
}
