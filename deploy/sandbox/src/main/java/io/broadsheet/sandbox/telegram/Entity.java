package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;

/**
 * A stretch of formatted text.
 *
 * @param type the Bot API's name: {@code bold}, {@code text_link}, ...
 * @param offset where it starts, in UTF-16 code units
 * @param length how long it is, in UTF-16 code units
 * @param argument the link, language, emoji id, or Unix time and its format; empty when the type
 *     has none
 */
record Entity(String type, int offset, int length, String argument) {

  ObjectNode json() {
    ObjectNode node = Json.object().put("offset", offset).put("length", length).put("type", type);
    if (!argument.isEmpty()) {
      switch (type) {
        case "text_link" -> node.put("url", argument);
        case "pre" -> node.put("language", argument);
        case "date_time" -> {
          String[] time = argument.split(" ", 2);
          node.put("unix_time", Long.parseLong(time[0]));
          if (time.length == 2) {
            node.put("date_time_format", time[1]);
          }
        }
        case "custom_emoji" -> node.put("custom_emoji_id", argument);
        default -> {}
      }
    }
    return node;
  }

  /** Whether it covers the same text as the other. */
  boolean covers(int otherOffset, int otherLength) {
    return offset == otherOffset && length == otherLength;
  }
}
