package io.broadsheet.sandbox.vk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * VK: wall.post, wall.get, groups.getById. Errors come with status 200. A token that begins with
 * {@code service} is a service token, one that begins with {@code invalid} is refused, any other is
 * a community's key.
 */
public final class VkApi implements Api {
  private final Journal journal;
  private final VkSettings settings;
  private final Map<Long, Wall> walls = new HashMap<>();

  public VkApi(Journal journal, VkSettings settings) {
    this.journal = journal;
    this.settings = settings;
  }

  @Override
  public Answer handle(Call call) {
    Params params = call.params();
    try {
      boolean service = checkToken(call).startsWith("service");
      checkVersion(params);
      return switch (call.method()) {
        case "wall.post" -> {
          if (service) {
            throw new VkError(
                28, "Application authorization failed: method is unavailable with service token.");
          }
          yield post(params);
        }
        case "wall.get" -> {
          if (!service) {
            throw new VkError(
                27, "Group authorization failed: method is unavailable with group auth.");
          }
          yield ok(wallItems(params));
        }
        case "groups.getById" -> ok(groups(params));
        default -> throw new VkError(3, "Unknown method passed");
      };
    } catch (VkError e) {
      return error(e.code(), e.getMessage(), call);
    }
  }

  private static String checkToken(Call call) throws VkError {
    String token = call.params().text("access_token").orElse(call.token());
    if (token.isEmpty()) {
      throw new VkError(5, "User authorization failed: no access_token passed.");
    }
    if (token.startsWith("invalid")) {
      throw new VkError(5, "User authorization failed: invalid access_token (4).");
    }
    return token;
  }

  private static void checkVersion(Params params) throws VkError {
    String version = params.textOrEmpty("v");
    if (version.isEmpty()) {
      throw new VkError(
          8,
          "Invalid request: versions below 5.81 are deprecated. Version param should be passed as \"v\".");
    }
    if (!version.matches("5\\.\\d{1,4}")) {
      throw VkError.parameter("v is invalid");
    }
  }

  private static long owner(Params params) throws VkError {
    String raw = params.textOrEmpty("owner_id");
    if (raw.isEmpty()) {
      throw VkError.parameter("owner_id is undefined");
    }
    return params.integer("owner_id").orElseThrow(() -> VkError.parameter("owner_id not integer"));
  }

  private Answer post(Params params) throws VkError {
    long owner = owner(params);
    if (owner >= 0) {
      throw new VkError(15, "Access denied: you can post only on the community's own wall");
    }
    String message = params.textOrEmpty("message");
    List<String> attachments = attachments(params);
    if (message.isBlank() && attachments.isEmpty()) {
      throw VkError.parameter("message is undefined");
    }
    if (message.codePointCount(0, message.length()) > settings.messageLimit()) {
      throw VkError.parameter("message is too long");
    }
    Wall wall = walls.computeIfAbsent(owner, id -> new Wall());
    Instant now = journal.now();
    String guid = params.textOrEmpty("guid");
    if (settings.guidHonoured() && !guid.isEmpty()) {
      Optional<Effect> earlier = wall.madeWith(guid, now);
      if (earlier.isPresent()) {
        return ok(Json.object().put("post_id", Long.parseLong(earlier.get().id())));
      }
    }
    if (settings.dailyPosts() > 0
        && wall.countSince(now.minus(Duration.ofDays(1))) >= settings.dailyPosts()) {
      throw new VkError(
          214,
          "Access to adding post denied: you can only add %d posts a day"
              .formatted(settings.dailyPosts()));
    }
    long id = wall.nextId();
    ObjectNode detail = Json.object().put("guid", guid);
    detail.set("item", item(id, owner, now, message, attachments, params));
    Effect effect =
        journal.effect(
            ApiName.VK, "wall.post", Long.toString(owner), Long.toString(id), message, detail);
    wall.add(effect);
    return ok(Json.object().put("post_id", id)).having(effect);
  }

  private static List<String> attachments(Params params) throws VkError {
    List<String> all =
        Arrays.stream(params.textOrEmpty("attachments").split(","))
            .map(String::trim)
            .filter(attachment -> !attachment.isEmpty())
            .toList();
    for (String attachment : all) {
      if (!isLink(attachment) && !attachment.matches("[a-z_]+-?\\d+_\\d+(?:_\\w+)?")) {
        throw VkError.parameter("attachments contain an invalid attachment");
      }
    }
    if (all.stream().filter(VkApi::isLink).count() > 1) {
      throw VkError.parameter("attachments may hold only one link");
    }
    return all;
  }

  private static boolean isLink(String attachment) {
    return attachment.matches("(?i)https?://.+");
  }

  private static ObjectNode item(
      long id, long owner, Instant now, String message, List<String> attachments, Params params) {
    ObjectNode item =
        Json.object()
            .put("id", id)
            .put("owner_id", owner)
            .put("from_id", owner)
            .put("date", now.getEpochSecond())
            .put("post_type", "post")
            .put("text", message);
    ArrayNode list = item.putArray("attachments");
    for (String attachment : attachments) {
      if (isLink(attachment)) {
        list.addObject().put("type", "link").putObject("link").put("url", attachment);
      } else {
        list.addObject().put("type", attachment.replaceAll("-?\\d.*", ""));
      }
    }
    params
        .text("copyright")
        .ifPresent(link -> item.putObject("copyright").put("link", link).put("type", "link"));
    return item;
  }

  private ObjectNode wallItems(Params params) throws VkError {
    long owner = owner(params);
    long count = params.integer("count").orElse(20L);
    long offset = params.integer("offset").orElse(0L);
    if (count < 0 || count > 100 || offset < 0 || offset > Integer.MAX_VALUE) {
      throw VkError.parameter("count should be between 0 and 100");
    }
    Wall wall = walls.getOrDefault(owner, new Wall());
    ObjectNode result = Json.object().put("count", wall.size());
    ArrayNode items = result.putArray("items");
    wall.newest((int) offset, (int) count).forEach(items::add);
    return result;
  }

  private static ObjectNode groups(Params params) throws VkError {
    String ids =
        params.text("group_ids").or(() -> params.text("group_id")).orElse("1").replace(" ", "");
    ObjectNode result = Json.object();
    ArrayNode groups = result.putArray("groups");
    for (String id : ids.split(",")) {
      if (!id.matches("[A-Za-z0-9_.]+")) {
        throw VkError.parameter("group_ids is invalid");
      }
      boolean number = id.matches("\\d{1,18}");
      groups
          .addObject()
          .put("id", number ? Long.parseLong(id) : Math.abs((long) id.hashCode()))
          .put("name", "Community " + id)
          .put("screen_name", number ? "club" + id : id)
          .put("is_closed", 0)
          .put("type", "page");
    }
    result.putArray("profiles");
    return result;
  }

  private static Answer ok(JsonNode response) {
    return Answer.ok(Json.object().set("response", response));
  }

  private static Answer error(int code, String message, Call call) {
    ObjectNode error = Json.object().put("error_code", code).put("error_msg", message);
    ArrayNode sent = error.putArray("request_params");
    sent.addObject().put("key", "method").put("value", call.method());
    sent.addObject().put("key", "oauth").put("value", "1");
    call.params()
        .all()
        .forEach(
            (name, value) -> {
              if (!name.equals("access_token")) {
                sent.addObject().put("key", name).put("value", value.asText());
              }
            });
    return Answer.error(200, code + " " + message, Json.object().set("error", error));
  }

  private static Answer bareError(int code, String message) {
    ObjectNode error = Json.object().put("error_code", code).put("error_msg", message);
    error.putArray("request_params");
    return Answer.error(200, code + " " + message, Json.object().set("error", error));
  }

  @Override
  public void restore(Effect entry) {
    walls.computeIfAbsent(Long.parseLong(entry.destination()), id -> new Wall()).add(entry);
  }

  @Override
  public void reset() {
    walls.clear();
  }

  @Override
  public Answer throttled(Throttle throttle) {
    return throttle.status() == 9
        ? bareError(9, "Flood control")
        : bareError(6, "Too many requests per second");
  }

  @Override
  public Answer failed(Failure failure) {
    if (failure.status() >= 400 && failure.status() < 600) {
      return Answer.gateway(failure.status());
    }
    int code = failure.status() == 0 ? 10 : failure.status();
    return bareError(
        code,
        !failure.text().isEmpty()
            ? failure.text()
            : code == 10
                ? "Internal server error: could not check access_token now, check later."
                : "Error " + code);
  }
}
