package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Params;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Reads a text or a caption by the call's {@code parse_mode}. */
final class MessageText {
  /** In bytes of UTF-8, markup included, checked before parsing. */
  private static final int MAX_BYTES = 32_768;

  private MessageText() {}

  /** Parsed and trimmed; may be empty. */
  static FormattedText read(Params params, String name) throws TelegramError {
    String raw = params.textOrEmpty(name);
    if (raw.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw TelegramError.badRequest("Text is too long");
    }
    switch (params.textOrEmpty("parse_mode").toLowerCase(Locale.ROOT)) {
      case "html":
        try {
          return HtmlParser.parse(raw).trimmed();
        } catch (HtmlError e) {
          throw TelegramError.badRequest("Can't parse entities: " + e.getMessage());
        }
      case "", "none":
        return new FormattedText(raw, List.of()).trimmed();
      default:
        throw TelegramError.badRequest("Unsupported parse_mode");
    }
  }

  /** Writes it into a message. */
  static void put(FormattedText text, ObjectNode message, String name, String entitiesName) {
    message.put(name, text.text());
    if (!text.entities().isEmpty()) {
      ArrayNode entities = message.putArray(entitiesName);
      text.entities().forEach(entity -> entities.add(entity.json()));
    }
  }
}
