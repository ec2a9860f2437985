package io.broadsheet.sandbox.telegram;

import io.broadsheet.sandbox.wire.Params;

/** Finds the chat that a call names. */
final class FindChat {
  private final Chats chats;

  FindChat(Chats chats) {
    this.chats = chats;
  }

  /**
   * Finds.
   *
   * @param name the parameter: {@code chat_id} or {@code from_chat_id}
   * @throws TelegramError when it names none
   */
  Chat find(Params params, String name) throws TelegramError {
    String id = params.textOrEmpty(name).trim();
    if (id.isEmpty()) {
      throw TelegramError.badRequest("Chat_id is empty");
    }
    return chats.find(id).orElseThrow(() -> TelegramError.badRequest("Chat not found"));
  }
}
