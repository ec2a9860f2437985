package io.broadsheet.sandbox.telegram;

import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.time.Duration;

/** {@code deleteMessage}, of messages younger than 48 hours. */
final class DeleteMessage {
  private static final Duration WINDOW = Duration.ofHours(48);

  private final Journal journal;
  private final FindChat chats;
  private final ChatRights rights;
  private final Messages messages;

  DeleteMessage(Journal journal, FindChat chats, ChatRights rights, Messages messages) {
    this.journal = journal;
    this.chats = chats;
    this.rights = rights;
    this.messages = messages;
  }

  /** Deletes; the journal keeps the message's own entry. */
  void delete(Params params) throws TelegramError {
    Chat chat = chats.find(params, "chat_id");
    long id =
        params
            .integer("message_id")
            .filter(number -> number > 0)
            .orElseThrow(() -> TelegramError.badRequest("Message identifier is not specified"));
    rights.checkMember(chat);
    if (id == Messages.SERVICE_MESSAGE) {
      throw TelegramError.badRequest("Message can't be deleted");
    }
    Effect message =
        messages
            .find(chat, id)
            .orElseThrow(() -> TelegramError.badRequest("Message to delete not found"));
    if (rights.of(chat) == ChatRights.Right.NO_POST_RIGHT
        || !message.at().plus(WINDOW).isAfter(journal.now())) {
      throw TelegramError.badRequest("Message can't be deleted");
    }
    String addressed = params.textOrEmpty("chat_id").trim();
    journal.state(ApiName.TELEGRAM, "deleteMessage", addressed, Long.toString(id), Json.object());
    messages.remove(chat, id);
  }
}
