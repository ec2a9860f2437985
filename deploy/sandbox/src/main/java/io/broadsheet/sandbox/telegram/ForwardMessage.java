package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.util.List;

/** {@code forwardMessage}: the message appears in the other chat, with where it came from. */
final class ForwardMessage {
  private static final List<String> CARRIED =
      List.of("text", "entities", "photo", "caption", "caption_entities", "link_preview_options");

  private final FindChat chats;
  private final ChatRights rights;
  private final Messages messages;
  private final PublishMessage publish;

  ForwardMessage(FindChat chats, ChatRights rights, Messages messages, PublishMessage publish) {
    this.chats = chats;
    this.rights = rights;
    this.messages = messages;
    this.publish = publish;
  }

  Effect forward(Bot bot, Params params) throws TelegramError {
    Chat to = chats.find(params, "chat_id");
    Chat from = chats.find(params, "from_chat_id");
    long id =
        params
            .integer("message_id")
            .filter(number -> number > 0)
            .orElseThrow(() -> TelegramError.badRequest("Message identifier is not specified"));
    rights.checkMember(from);
    if (id == Messages.SERVICE_MESSAGE) {
      throw TelegramError.badRequest("Message can't be forwarded");
    }
    JsonNode original =
        messages
            .find(from, id)
            .map(Effect::detail)
            .orElseThrow(() -> TelegramError.badRequest("Message to forward not found"));
    if (rights.isProtected(from) || original.path("has_protected_content").asBoolean()) {
      throw TelegramError.badRequest("Message can't be forwarded");
    }
    ObjectNode content = Json.object();
    content.set("forward_origin", origin(from, original));
    CARRIED.stream()
        .filter(original::has)
        .forEach(field -> content.set(field, original.get(field)));
    String text = original.path("text").asText(original.path("caption").asText());
    return publish.publish("forwardMessage", bot, to, params, text, content);
  }

  /** Where it was first written: a forwarded message keeps its origin. */
  private static JsonNode origin(Chat from, JsonNode original) {
    if (original.has("forward_origin")) {
      return original.get("forward_origin");
    }
    ObjectNode origin = Json.object();
    if (from.type() == Chat.Type.CHANNEL) {
      origin.put("type", "channel").set("chat", from.json());
      origin.put("message_id", original.path("message_id").asLong());
    } else {
      origin.put("type", "user").set("sender_user", original.path("from"));
    }
    return origin.put("date", original.path("date").asLong());
  }
}
