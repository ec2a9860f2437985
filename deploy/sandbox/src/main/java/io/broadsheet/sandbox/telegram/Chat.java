package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;
import java.util.Locale;

/**
 * A place for messages.
 *
 * @param name the public name without the at sign; empty when it was only ever addressed by id
 */
record Chat(long id, String name, Type type) {

  /** The Bot API's kinds of chats. */
  enum Type {
    CHANNEL,
    SUPERGROUP,
    GROUP,
    PRIVATE;

    /** The Bot API's word. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether members other than the bot write there. */
    boolean isGroup() {
      return this == SUPERGROUP || this == GROUP;
    }
  }

  ObjectNode json() {
    ObjectNode node = Json.object().put("id", id);
    if (type == Type.PRIVATE) {
      node.put("first_name", "Reader " + id);
    } else {
      node.put("title", name.isEmpty() ? (type.isGroup() ? "Group " : "Channel ") + id : name);
    }
    if (!name.isEmpty()) {
      node.put("username", name);
    }
    return node.put("type", type.text());
  }
}
