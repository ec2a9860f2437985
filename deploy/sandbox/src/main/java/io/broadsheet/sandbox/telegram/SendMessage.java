package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.util.Optional;

/** {@code sendMessage}. */
final class SendMessage {
  private static final int MAX_CODE_POINTS = 4_096;

  private final FindChat chats;
  private final PublishMessage publish;

  SendMessage(FindChat chats, PublishMessage publish) {
    this.chats = chats;
    this.publish = publish;
  }

  Effect send(Bot bot, Params params) throws TelegramError {
    if (params.textOrEmpty("text").isEmpty()) {
      throw TelegramError.badRequest("Message text is empty");
    }
    FormattedText text = MessageText.read(params, "text");
    Chat chat = chats.find(params, "chat_id");
    if (text.text().isEmpty()) {
      throw TelegramError.badRequest("Text must be non-empty");
    }
    if (text.codePoints() > MAX_CODE_POINTS) {
      throw TelegramError.badRequest("Message is too long");
    }
    ObjectNode content = Json.object();
    MessageText.put(text, content, "text", "entities");
    preview(params).ifPresent(options -> content.set("link_preview_options", options));
    return publish.publish("sendMessage", bot, chat, params, text.text(), content);
  }

  private static Optional<JsonNode> preview(Params params) throws TelegramError {
    try {
      return params.json("link_preview_options").filter(JsonNode::isObject);
    } catch (IOException e) {
      throw TelegramError.badRequest("Can't parse link preview options JSON object");
    }
  }
}
