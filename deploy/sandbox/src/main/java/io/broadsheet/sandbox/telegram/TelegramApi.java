package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Adjustable;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.limit.RateLimits;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Bot API, and the public pages of channels. Errors and limits are those of the public sources
 * of telegram-bot-api and TDLib.
 */
public final class TelegramApi implements Api {
  private static final Pattern TOKEN = Pattern.compile("[1-9]\\d{0,15}:[A-Za-z0-9_-]{30,50}");

  private final TelegramSettings settings;
  private final Chats chats = new Chats();
  private final ChatRights rights = new ChatRights(chats);
  private final Messages messages = new Messages();
  private final Photos photos = new Photos();
  private final SendLimits limits;
  private final FindChat findChat = new FindChat(chats);
  private final SendMessage sendMessage;
  private final SendPhoto sendPhoto;
  private final ForwardMessage forwardMessage;
  private final DeleteMessage deleteMessage;

  public TelegramApi(Journal journal, TelegramSettings settings, RateLimits rateLimits) {
    this.settings = settings;
    this.limits = new SendLimits(rateLimits);
    PublishMessage publish = new PublishMessage(journal, rights, limits, messages);
    this.sendMessage = new SendMessage(findChat, publish);
    this.sendPhoto = new SendPhoto(findChat, photos, publish);
    this.forwardMessage = new ForwardMessage(findChat, rights, messages, publish);
    this.deleteMessage = new DeleteMessage(journal, findChat, rights, messages);
  }

  /** The bot's rights in each chat, for tests to set. */
  public Adjustable chatRights() {
    return rights;
  }

  @Override
  public Answer handle(Call call) {
    Params params = settings.json() ? call.params() : call.params().withoutJson();
    try {
      checkToken(call.token());
      Bot bot = new Bot(call.token());
      return switch (call.method().toLowerCase(Locale.ROOT)) {
        case "getme" -> ok(bot.me());
        case "getchat" -> ok(chat(params));
        case "getchatmember" -> ok(chatMember(bot, params));
        case "sendmessage" -> ok(sendMessage.send(bot, params));
        case "sendphoto" -> ok(sendPhoto.send(bot, params));
        case "forwardmessage" -> ok(forwardMessage.forward(bot, params));
        case "deletemessage" -> {
          deleteMessage.delete(params);
          yield ok(BooleanNode.TRUE);
        }
        default -> throw new TelegramError(404, "Not Found: method not found");
      };
    } catch (TelegramError e) {
      return e.answer();
    }
  }

  private static Answer ok(Effect sent) {
    return ok(sent.detail()).having(sent);
  }

  private static Answer ok(JsonNode result) {
    return Answer.ok(Json.object().put("ok", true).set("result", result));
  }

  private void checkToken(String token) throws TelegramError {
    if (token.isEmpty() || token.charAt(0) == '0' || token.length() > 80 || !token.contains(":")) {
      throw new TelegramError(401, "Unauthorized: invalid token specified");
    }
    if (!TOKEN.matcher(token).matches() || settings.revokedTokens().contains(token)) {
      throw new TelegramError(401, "Unauthorized");
    }
  }

  private Chat member(Params params) throws TelegramError {
    Chat chat = findChat.find(params, "chat_id");
    rights.checkMember(chat);
    return chat;
  }

  private JsonNode chat(Params params) throws TelegramError {
    Chat chat = member(params);
    ObjectNode shown = chat.json();
    return rights.isProtected(chat) ? shown.put("has_protected_content", true) : shown;
  }

  private JsonNode chatMember(Bot bot, Params params) throws TelegramError {
    Chat chat = member(params);
    long user =
        params
            .integer("user_id")
            .filter(id -> id > 0)
            .orElseThrow(() -> TelegramError.badRequest("Invalid user_id specified"));
    if (user != bot.id()) {
      throw TelegramError.badRequest("Member not found");
    }
    return bot.member(chat, rights.of(chat) != ChatRights.Right.NO_POST_RIGHT);
  }

  /** The public page of a channel: its newest messages, oldest of them first. */
  public Answer page(String name, Params params) {
    Optional<Chat> chat = chats.find("@" + name).filter(found -> found.type() == Chat.Type.CHANNEL);
    if (chat.isEmpty()) {
      return Answer.html(404, "no such channel", ChannelPage.missing(name));
    }
    long before = params.integer("before").orElse(Long.MAX_VALUE);
    List<JsonNode> shown =
        messages.of(chat.get()).stream()
            .map(Effect::detail)
            .filter(message -> message.path("message_id").asLong() < before)
            .toList();
    return Answer.html(200, "ok", ChannelPage.of(chat.get().name(), shown));
  }

  /** The chat; of a forwarded message the one that it comes from. */
  @Override
  public String destination(Call call) {
    Params params = call.params();
    return params.text("from_chat_id").orElseGet(() -> params.textOrEmpty("chat_id"));
  }

  @Override
  public void restore(Effect entry) {
    chats
        .find(entry.destination())
        .ifPresent(
            chat -> {
              if (entry.method().equals("deleteMessage")) {
                messages.remove(chat, Long.parseLong(entry.id()));
              } else {
                messages.add(chat, entry);
                photos.remember(entry.detail());
              }
            });
  }

  @Override
  public void reset() {
    messages.clear();
    photos.clear();
    rights.clear();
    limits.clear();
    chats.clear();
  }

  @Override
  public Answer throttled(Throttle throttle) {
    return TelegramError.tooManyRequests(throttle.retryAfter()).answer();
  }

  @Override
  public Answer failed(Failure failure) {
    int status = failure.status() == 0 ? 500 : failure.status();
    String text =
        !failure.text().isEmpty()
            ? failure.text()
            : status == 500 ? "Internal Server Error: restart" : Answer.reason(status);
    return new TelegramError(status, text).answer();
  }
}
