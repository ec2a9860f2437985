package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The Bot API's getMe, getChat and sendMessage, and the public pages of channels. Errors and limits
 * are those of the public sources of telegram-bot-api and TDLib.
 */
public final class TelegramApi implements Api {
  private static final Pattern TOKEN = Pattern.compile("[1-9]\\d{0,15}:[A-Za-z0-9_-]{30,50}");
  private static final int MAX_TEXT_BYTES = 32_768;
  private static final int MAX_CODE_POINTS = 4_096;

  private final Journal journal;
  private final Set<String> revokedTokens;
  private final Chats chats = new Chats();
  private final Map<Long, List<Effect>> messages = new HashMap<>();

  /**
   * @param revokedTokens tokens answered with 401
   */
  public TelegramApi(Journal journal, Set<String> revokedTokens) {
    this.journal = journal;
    this.revokedTokens = revokedTokens;
  }

  @Override
  public Answer handle(Call call) {
    try {
      checkToken(call.token());
      return switch (call.method().toLowerCase(Locale.ROOT)) {
        case "getme" -> ok(me(call.token()));
        case "getchat" -> ok(chatJson(chat(call.params())));
        case "sendmessage" -> {
          Effect sent = send(call.params());
          yield ok(sent.detail()).having(sent);
        }
        default -> throw new TelegramError(404, "Not Found: method not found");
      };
    } catch (TelegramError e) {
      return e.answer();
    }
  }

  private static Answer ok(JsonNode result) {
    return Answer.ok(Json.object().put("ok", true).set("result", result));
  }

  private void checkToken(String token) throws TelegramError {
    if (token.isEmpty() || token.charAt(0) == '0' || token.length() > 80 || !token.contains(":")) {
      throw new TelegramError(401, "Unauthorized: invalid token specified");
    }
    if (!TOKEN.matcher(token).matches() || revokedTokens.contains(token)) {
      throw new TelegramError(401, "Unauthorized");
    }
  }

  private Chats.Chat chat(Params params) throws TelegramError {
    String chatId = params.textOrEmpty("chat_id").trim();
    if (chatId.isEmpty()) {
      throw TelegramError.badRequest("Chat_id is empty");
    }
    return chats.find(chatId).orElseThrow(() -> TelegramError.badRequest("Chat not found"));
  }

  private Effect send(Params params) throws TelegramError {
    FormattedText text = formatted(params);
    Chats.Chat chat = chat(params);
    if (text.text().isEmpty()) {
      throw TelegramError.badRequest("Text must be non-empty");
    }
    if (text.codePoints() > MAX_CODE_POINTS) {
      throw TelegramError.badRequest("Message is too long");
    }
    List<Effect> sent = messages.computeIfAbsent(chat.id(), id -> new ArrayList<>());
    // The first message of a real channel is "Channel created".
    long messageId = sent.size() + 2L;
    ObjectNode message = Json.object().put("message_id", messageId);
    message.set("sender_chat", chatJson(chat));
    message.set("chat", chatJson(chat));
    message.put("date", journal.now().getEpochSecond());
    message.put("text", text.text());
    if (!text.entities().isEmpty()) {
      ArrayNode entities = message.putArray("entities");
      text.entities().forEach(entity -> entities.add(entity.json()));
    }
    preview(params).ifPresent(options -> message.set("link_preview_options", options));
    Effect effect =
        journal.effect(
            ApiName.TELEGRAM,
            "sendMessage",
            params.textOrEmpty("chat_id").trim(),
            Long.toString(messageId),
            text.text(),
            message);
    sent.add(effect);
    return effect;
  }

  private static FormattedText formatted(Params params) throws TelegramError {
    String raw = params.textOrEmpty("text");
    if (raw.isEmpty()) {
      throw TelegramError.badRequest("Message text is empty");
    }
    if (raw.getBytes(StandardCharsets.UTF_8).length > MAX_TEXT_BYTES) {
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

  private static Optional<JsonNode> preview(Params params) throws TelegramError {
    try {
      return params.json("link_preview_options").filter(JsonNode::isObject);
    } catch (IOException e) {
      throw TelegramError.badRequest("Can't parse link preview options JSON object");
    }
  }

  private static ObjectNode me(String token) {
    return Json.object()
        .put("id", Long.parseLong(token.substring(0, token.indexOf(':'))))
        .put("is_bot", true)
        .put("first_name", "Broadsheet sandbox")
        .put("username", "broadsheet_sandbox_bot")
        .put("can_join_groups", true)
        .put("can_read_all_group_messages", false)
        .put("supports_inline_queries", false);
  }

  private static ObjectNode chatJson(Chats.Chat chat) {
    ObjectNode node =
        Json.object()
            .put("id", chat.id())
            .put("title", chat.name().isEmpty() ? "Channel " + chat.id() : chat.name());
    if (!chat.name().isEmpty()) {
      node.put("username", chat.name());
    }
    return node.put("type", "channel");
  }

  /** The public page of a channel: its newest messages, oldest of them first. */
  public Answer page(String name, Params params) {
    Optional<Chats.Chat> chat = chats.find("@" + name);
    if (chat.isEmpty()) {
      return Answer.html(404, "no such channel", ChannelPage.missing(name));
    }
    long before = params.integer("before").orElse(Long.MAX_VALUE);
    List<JsonNode> shown =
        messages.getOrDefault(chat.get().id(), List.of()).stream()
            .map(Effect::detail)
            .filter(message -> message.path("message_id").asLong() < before)
            .toList();
    return Answer.html(200, "ok", ChannelPage.of(chat.get().name(), shown));
  }

  @Override
  public void restore(Effect entry) {
    chats
        .find(entry.destination())
        .ifPresent(chat -> messages.computeIfAbsent(chat.id(), id -> new ArrayList<>()).add(entry));
  }

  @Override
  public void reset() {
    messages.clear();
    chats.clear();
  }

  @Override
  public Answer throttled(Throttle throttle) {
    int seconds = throttle.retryAfter();
    String description = "Too Many Requests: retry after " + seconds;
    ObjectNode body =
        Json.object().put("ok", false).put("error_code", 429).put("description", description);
    body.putObject("parameters").put("retry_after", seconds);
    return Answer.error(429, description, body).with("Retry-After", Integer.toString(seconds));
  }

  @Override
  public Answer failed(Failure failure) {
    int status = failure.status() == 0 ? 500 : failure.status();
    String text =
        !failure.text().isEmpty()
            ? failure.text()
            : status == 500 ? "Internal Server Error: restart" : Answer.reason(status);
    return TelegramError.answer(status, text);
  }
}
