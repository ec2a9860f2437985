package io.broadsheet.sandbox.vk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** {@code wall.post}. */
final class PostToWall {
  // What VK makes a link of: with a scheme, or a host under one of the usual domains.
  private static final Pattern HYPERLINK =
      Pattern.compile("(?iu)https?://\\S|\\b[\\p{L}\\d-]+\\.(?:com|net|org|ru|рф|io|me|ph)\\b");
  private static final int METHOD_DENIED = 1133;

  private final Journal journal;
  private final VkSettings settings;
  private final WallRules rules;
  private final Walls walls;

  PostToWall(Journal journal, VkSettings settings, WallRules rules, Walls walls) {
    this.journal = journal;
    this.settings = settings;
    this.rules = rules;
    this.walls = walls;
  }

  /** The post made, or the one that the guid made within the hour. */
  record Done(Effect post, boolean isNew) {}

  Done post(VkToken token, Params params) throws VkError {
    long owner = Owner.read(params);
    checkRights(token, owner);
    String message = params.textOrEmpty("message");
    Attachments attachments = Attachments.read(params);
    if (message.isBlank() && attachments.isEmpty()) {
      throw VkError.parameter("message is undefined");
    }
    if (message.codePointCount(0, message.length()) > settings.messageLimit()) {
      throw VkError.parameter("message is too long");
    }
    Wall wall = walls.of(owner);
    Instant now = journal.now();
    String guid = params.textOrEmpty("guid");
    if (settings.guidHonoured() && !guid.isEmpty()) {
      Optional<Effect> earlier = wall.madeWith(guid, now);
      if (earlier.isPresent()) {
        return new Done(earlier.get(), false);
      }
    }
    if (rules.forbidsLinksInText(owner) && HYPERLINK.matcher(message).find()
        || rules.forbidsLinkAttachments(owner) && attachments.hasLink()) {
      throw new VkError(222, VkTexts.of(222));
    }
    if (settings.dailyPosts() > 0
        && wall.countSince(now.minus(Duration.ofDays(1))) >= settings.dailyPosts()) {
      throw new VkError(
          214,
          "%s: you can only add %d posts a day".formatted(VkTexts.of(214), settings.dailyPosts()));
    }
    long id = wall.nextId();
    ObjectNode detail = Json.object().put("guid", guid);
    detail.set("item", item(id, owner, author(token, owner, params), now, params, attachments));
    Effect effect =
        journal.effect(
            ApiName.VK, "wall.post", Long.toString(owner), Long.toString(id), message, detail);
    wall.add(effect);
    return new Done(effect, true);
  }

  private void checkRights(VkToken token, long owner) throws VkError {
    if (token.kind() == VkToken.Kind.SERVICE) {
      throw new VkError(28, VkTexts.of(28) + ": method is unavailable with service token.");
    }
    if (token.lacksWall()) {
      throw new VkError(15, METHOD_DENIED, VkTexts.of(15) + ": no access to call this method");
    }
    OptionalLong own = token.community();
    boolean foreign = owner > 0 || own.isPresent() && own.getAsLong() != -owner;
    if (token.kind() == VkToken.Kind.COMMUNITY && foreign) {
      throw new VkError(15, VkTexts.of(15) + ": you can post only on the community's own wall");
    }
    if (rules.forbidsPosts(owner)) {
      throw new VkError(214, VkTexts.of(214));
    }
  }

  /** A user's post is the community's only when asked for. */
  private static long author(VkToken token, long owner, Params params) {
    boolean community = token.kind() == VkToken.Kind.COMMUNITY;
    return community || owner > 0 || params.flag("from_group") ? owner : 1;
  }

  private static ObjectNode item(
      long id, long owner, long author, Instant now, Params params, Attachments attachments) {
    ObjectNode item =
        Json.object()
            .put("id", id)
            .put("owner_id", owner)
            .put("from_id", author)
            .put("date", now.getEpochSecond())
            .put("post_type", "post")
            .put("text", params.textOrEmpty("message"));
    item.set("attachments", attachments.json());
    item.putObject("post_source").put("type", "api");
    params
        .text("copyright")
        .ifPresent(link -> item.putObject("copyright").put("link", link).put("type", "link"));
    return item;
  }
}
