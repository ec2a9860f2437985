package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;

/** {@code sendPhoto}, of a URL or of a photo sent before; uploads are not read. */
final class SendPhoto {
  private static final int MAX_CODE_POINTS = 1_024;

  private final FindChat chats;
  private final Photos photos;
  private final PublishMessage publish;

  SendPhoto(FindChat chats, Photos photos, PublishMessage publish) {
    this.chats = chats;
    this.photos = photos;
    this.publish = publish;
  }

  Effect send(Bot bot, Params params) throws TelegramError {
    FormattedText caption = MessageText.read(params, "caption");
    Chat chat = chats.find(params, "chat_id");
    if (caption.codePoints() > MAX_CODE_POINTS) {
      throw TelegramError.badRequest("Message caption is too long");
    }
    ObjectNode content = Json.object();
    content.set("photo", Photos.sizes(photos.fileId(params.textOrEmpty("photo").trim())));
    if (!caption.text().isEmpty()) {
      MessageText.put(caption, content, "caption", "caption_entities");
    }
    if (params.flag("show_caption_above_media")) {
      content.put("show_caption_above_media", true);
    }
    Effect sent = publish.publish("sendPhoto", bot, chat, params, caption.text(), content);
    photos.remember(sent.detail());
    return sent;
  }
}
