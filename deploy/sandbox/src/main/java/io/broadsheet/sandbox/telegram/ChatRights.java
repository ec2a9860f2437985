package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Adjustable;
import io.broadsheet.sandbox.wire.Json;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What the bot may do in each chat, and which group has become which supergroup; tests set it. Not
 * kept over a restart.
 */
final class ChatRights implements Adjustable {
  private static final Set<String> KEYS =
      Set.of("chat", "type", "rights", "upgradedTo", "protected");

  /** What the bot may do. */
  enum Right {
    OK,
    NO_POST_RIGHT,
    NOT_MEMBER,
    KICKED,
    DELETED;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private record Setting(String chat, Right right, long upgradedTo, boolean isProtected) {}

  private final Chats chats;
  private final Map<Long, Setting> settings = new LinkedHashMap<>();

  ChatRights(Chats chats) {
    this.chats = chats;
  }

  /** {@code {"chat":"@x","type":"supergroup","rights":"kicked","upgradedTo":"-100..."}}. */
  @Override
  public void adjust(JsonNode given) {
    given
        .fieldNames()
        .forEachRemaining(
            key -> {
              if (!KEYS.contains(key)) {
                throw new IllegalArgumentException("unknown key '" + key + "'");
              }
            });
    String name = given.path("chat").asText();
    Chat chat = find(name);
    if (given.has("type")) {
      chats.become(chat.id(), type(given.path("type").asText()));
    }
    long newId = 0;
    if (given.has("upgradedTo")) {
      newId = find(given.path("upgradedTo").asText()).id();
      chats.become(newId, Chat.Type.SUPERGROUP);
    }
    Right right = right(given.path("rights").asText("ok"));
    boolean isProtected = given.path("protected").asBoolean();
    settings.put(chat.id(), new Setting(name, right, newId, isProtected));
  }

  private Chat find(String name) {
    return chats
        .find(name)
        .orElseThrow(() -> new IllegalArgumentException("no such chat: '" + name + "'"));
  }

  private static Right right(String text) {
    return Arrays.stream(Right.values())
        .filter(right -> right.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'rights' is one of ok, no-post-right, not-member, kicked, deleted"));
  }

  private static Chat.Type type(String text) {
    return Arrays.stream(Chat.Type.values())
        .filter(type -> type.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'type' is one of channel, supergroup, group, private"));
  }

  Right of(Chat chat) {
    Setting setting = settings.get(chat.id());
    return setting == null ? Right.OK : setting.right();
  }

  /** Whether nothing may be forwarded from the chat. */
  boolean isProtected(Chat chat) {
    Setting setting = settings.get(chat.id());
    return setting != null && setting.isProtected();
  }

  /**
   * Passes when the bot may see the chat.
   *
   * @throws TelegramError in the words for this kind of chat
   */
  void checkMember(Chat chat) throws TelegramError {
    Setting setting = settings.get(chat.id());
    if (setting != null && setting.upgradedTo() != 0) {
      throw TelegramError.upgraded(setting.upgradedTo());
    }
    boolean person = chat.type() == Chat.Type.PRIVATE;
    String kind = chat.type().text();
    switch (of(chat)) {
      case KICKED ->
          throw forbidden(
              person ? "bot was blocked by the user" : "bot was kicked from the " + kind + " chat");
      case NOT_MEMBER ->
          throw forbidden(
              person
                  ? "bot can't initiate conversation with a user"
                  : "bot is not a member of the " + kind + " chat");
      case DELETED ->
          throw forbidden(person ? "user is deactivated" : "the group chat was deleted");
      default -> {}
    }
  }

  /**
   * Passes when the bot may post there.
   *
   * @throws TelegramError in the words for this kind of chat
   */
  void checkPosting(Chat chat) throws TelegramError {
    checkMember(chat);
    if (of(chat) == Right.NO_POST_RIGHT) {
      throw TelegramError.badRequest(
          chat.type() == Chat.Type.CHANNEL
              ? "Need administrator rights in the channel chat"
              : "Have no write access to the chat");
    }
  }

  private static TelegramError forbidden(String what) {
    return new TelegramError(403, "Forbidden: " + what);
  }

  @Override
  public JsonNode json() {
    ArrayNode all = Json.array();
    settings
        .values()
        .forEach(
            setting -> {
              ObjectNode node =
                  all.addObject().put("chat", setting.chat()).put("rights", setting.right().text());
              if (setting.isProtected()) {
                node.put("protected", true);
              }
              if (setting.upgradedTo() != 0) {
                node.put("upgradedTo", Long.toString(setting.upgradedTo()));
              }
            });
    return all;
  }

  void clear() {
    settings.clear();
  }
}
