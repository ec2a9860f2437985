package io.broadsheet.publisher.channel.vk;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.Outcome.Rejected;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import io.broadsheet.publisher.channel.Outcome.Throttled;
import io.broadsheet.publisher.channel.Verification;
import java.util.Map;
import java.util.Optional;

/**
 * Asks VK whether the key would post to the wall: of what kind it is, what it may do, whose it is,
 * and whether the wall can be read for probes. VK tells the rights of a community's key only; what
 * a user's token may do shows at the first post.
 */
final class VerifyWall {

  /** The right's bit among VK's access rights. */
  private static final int WALL = 8_192;

  private static final String VK_ID = "vk2.";

  private final VkSettings settings;
  private final VkApi api;
  private final VkOutcomes outcomes;
  private final VkWall wall;

  VerifyWall(VkSettings settings, VkApi api, VkOutcomes outcomes, VkWall wall) {
    this.settings = settings;
    this.api = api;
    this.outcomes = outcomes;
    this.wall = wall;
  }

  Verification verify(Call call) {
    return settings.ownerId() < 0 ? community(call) : user(call);
  }

  private Verification community(Call call) {
    String id = Long.toString(-settings.ownerId());
    HttpResult seen = ask("groups.getById", Map.of("group_id", id), call);
    if (VkApi.response(seen).isEmpty()) {
      return refused(seen);
    }
    HttpResult told = ask("groups.getTokenPermissions", Map.of(), call);
    Optional<JsonNode> rights = VkApi.response(told);
    if (rights.isEmpty()) {
      return noCommunitysKey(told, call);
    }
    HttpResult self = ask("groups.getById", Map.of(), call);
    if (outcomes.of(self) instanceof Throttled) {
      return refused(self);
    }
    Optional<String> own = ownCommunity(self);
    if (own.isPresent() && !own.get().equals(id)) {
      return new Verification.Failed(
          "the key is that of community %s and owner-id names community %s: a key posts only on its own community's wall"
              .formatted(own.get(), id));
    }
    // How VK names the right is known by report only: no ground to pause what may work.
    return passed(
        allowsPosts(rights.get())
            ? "the key of community " + id + " may post on its wall"
            : "VK does not show the right wall among those of the key of community "
                + id
                + "; if the first post is refused, make a new key with it",
        call);
  }

  private Verification noCommunitysKey(HttpResult told, Call call) {
    boolean refused =
        outcomes.of(told) instanceof Rejected rejected && rejected.cause() != Cause.PERSON;
    if (!refused) {
      return refused(told);
    } else if (settings.accessToken().startsWith(VK_ID)) {
      return new Verification.Failed(
          "access-token is one of VK ID (vk2.), which cannot post (error 1051): make a key of the"
              + " community with the right wall");
    }
    return passed(
        "VK knows access-token and the community, but the token is no community's key: whether it"
            + " may post shows at the first post",
        call);
  }

  private static boolean allowsPosts(JsonNode rights) {
    for (JsonNode right : rights.path("permissions")) {
      if (right.path("name").asText().equals("wall")) {
        return true;
      }
    }
    return (rights.path("mask").asInt() & WALL) != 0;
  }

  // Without an id VK names the key's own community; since 5.131 in a list of its own.
  private static Optional<String> ownCommunity(HttpResult self) {
    return VkApi.response(self)
        .map(response -> response.has("groups") ? response.path("groups") : response)
        .map(groups -> groups.path(0).path("id").asText(""))
        .filter(id -> !id.isEmpty());
  }

  private Verification user(Call call) {
    Map<String, String> one =
        Map.of("owner_id", Long.toString(settings.ownerId()), "count", "1", "filter", "owner");
    HttpResult seen = ask("wall.get", one, call);
    return VkApi.response(seen).isEmpty()
        ? refused(seen)
        : passed(
            "access-token reads the wall of user "
                + settings.ownerId()
                + "; whether it may post there shows at the first post",
            call);
  }

  private Verification passed(String what, Call call) {
    return new Verification.Passed(
        wall.hindrance(call)
            .map(
                hindrance ->
                    "%s; but %s, so what stays unknown %s is decided by on-unknown"
                        .formatted(
                            what, hindrance, settings.repeatByGuid() ? "for 50 minutes" : "once"))
            .orElse(what + "; service-token reads the wall"));
  }

  private Verification refused(HttpResult answer) {
    return Verification.refused(outcomes.of(answer), VkApi.failure(answer));
  }

  private HttpResult ask(String method, Map<String, String> parameters, Call call) {
    return api.call(method, settings.accessToken(), parameters, call);
  }
}
