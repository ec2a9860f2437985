package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;

/** Puts a message that is right in itself into a chat, if the bot may, and not too fast. */
final class PublishMessage {
  private final Journal journal;
  private final ChatRights rights;
  private final SendLimits limits;
  private final Messages messages;

  PublishMessage(Journal journal, ChatRights rights, SendLimits limits, Messages messages) {
    this.journal = journal;
    this.rights = rights;
    this.limits = limits;
    this.messages = messages;
  }

  /**
   * Publishes.
   *
   * @param text what readers see, for the journal
   * @param content the fields of the message besides id, sender, chat and date
   * @throws TelegramError when the bot may not
   */
  Effect publish(String method, Bot bot, Chat chat, Params params, String text, ObjectNode content)
      throws TelegramError {
    rights.checkPosting(chat);
    limits.take(bot.token(), chat);
    long id = messages.nextId(chat);
    ObjectNode message = Json.object().put("message_id", id);
    if (chat.type() == Chat.Type.CHANNEL) {
      message.set("sender_chat", chat.json());
    } else {
      message.set("from", bot.user());
    }
    message.set("chat", chat.json());
    message.put("date", journal.now().getEpochSecond()).setAll(content);
    if (params.flag("protect_content")) {
      message.put("has_protected_content", true);
    }
    String addressed = params.textOrEmpty("chat_id").trim();
    Effect effect =
        journal.effect(ApiName.TELEGRAM, method, addressed, Long.toString(id), text, message);
    messages.add(chat, effect);
    return effect;
  }
}
