package io.broadsheet.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;

/** Calls of the Bot API over HTTP. */
final class Telegram {
  private final SandboxClient client;

  Telegram(SandboxClient client) {
    this.client = client;
  }

  HttpResponse<String> call(String method, String... fields) throws IOException {
    return client.form("/telegram/bot" + SandboxClient.BOT_TOKEN + "/" + method, fields);
  }

  HttpResponse<String> text(String chat, String text) throws IOException {
    return call("sendMessage", "chat_id", chat, "text", text, "parse_mode", "HTML");
  }

  HttpResponse<String> photo(String photo, String caption) throws IOException {
    return call(
        "sendPhoto", "chat_id", "@paper", "photo", photo, "caption", caption, "parse_mode", "HTML");
  }

  HttpResponse<String> forward(String to, String from, String id) throws IOException {
    return call("forwardMessage", "chat_id", to, "from_chat_id", from, "message_id", id);
  }

  /** The result of a call that went well. */
  static JsonNode result(HttpResponse<String> response) throws IOException {
    JsonNode tree = SandboxClient.tree(response);
    if (!tree.path("ok").asBoolean()) {
      throw new AssertionError(response.body());
    }
    return tree.path("result");
  }

  /** The status and words of a refusal. */
  static String refusal(HttpResponse<String> response) throws IOException {
    JsonNode tree = SandboxClient.tree(response);
    if (tree.path("error_code").asInt() != response.statusCode()) {
      throw new AssertionError(response.statusCode() + " " + response.body());
    }
    return tree.path("error_code").asText() + " " + tree.path("description").asText();
  }
}
