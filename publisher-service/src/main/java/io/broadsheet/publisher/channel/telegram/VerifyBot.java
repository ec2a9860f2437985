package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Verification;

/**
 * Asks who the bot is, whether it knows the chat, and whether it may post there ({@code getMe},
 * {@code getChat}, {@code getChatMember}).
 */
final class VerifyBot {

  private final TelegramSettings settings;
  private final TelegramApi api;
  private final TelegramOutcomes outcomes;

  VerifyBot(TelegramSettings settings, TelegramApi api, TelegramOutcomes outcomes) {
    this.settings = settings;
    this.api = api;
    this.outcomes = outcomes;
  }

  Verification verify(Call call) {
    HttpResult me = api.call("getMe", Json.object(), call);
    if (!TelegramApi.ok(me)) {
      return refused(me, call);
    }
    ObjectNode chat = Json.object().put("chat_id", settings.chatId(call));
    HttpResult seen = api.call("getChat", chat, call);
    if (!TelegramApi.ok(seen)) {
      return refused(seen, call);
    }
    JsonNode bot = TelegramApi.result(me);
    ObjectNode member = chat.deepCopy().put("user_id", bot.path("id").asLong());
    HttpResult rights = api.call("getChatMember", member, call);
    if (!TelegramApi.ok(rights)) {
      return refused(rights, call);
    }
    String where = "@" + bot.path("username").asText() + " in " + settings.chatId(call);
    return mayPost(TelegramApi.result(seen), TelegramApi.result(rights))
        ? passed(where + " may post", call)
        : new Verification.Failed(
            where + " may not post: make the bot an administrator who may post messages");
  }

  private Verification refused(HttpResult answer, Call call) {
    return Verification.refused(outcomes.of(answer, call), TelegramApi.reason(answer));
  }

  private static boolean mayPost(JsonNode chat, JsonNode member) {
    return switch (member.path("status").asText()) {
      case "creator" -> true;
      // A field that only channels have: elsewhere an administrator may write.
      case "administrator" -> member.path("can_post_messages").asBoolean(!isChannel(chat));
      case "member" -> !isChannel(chat);
      case "restricted" -> member.path("can_send_messages").asBoolean();
      default -> false;
    };
  }

  private static boolean isChannel(JsonNode chat) {
    return chat.path("type").asText().equals("channel");
  }

  // Posts go out without a probe, so what hinders one is no reason to pause.
  private Verification passed(String what, Call call) {
    if (!settings.numbersItsMessages(call)) {
      return new Verification.Passed(
          what
              + "; an uncertain post cannot be looked for in this chat: its message numbers are not"
              + " its own");
    } else if (settings.probeChatId().isEmpty()) {
      return new Verification.Passed(
          settings.publicName().isPresent()
              ? what
              : what
                  + "; without probe-chat-id an uncertain post cannot be looked for in this chat");
    }
    ObjectNode chat = Json.object().put("chat_id", settings.probeChatId().get());
    HttpResult seen = api.call("getChat", chat, call);
    if (outcomes.of(seen, call) instanceof Outcome.Throttled) {
      return refused(seen, call);
    }
    return new Verification.Passed(
        TelegramApi.ok(seen)
            ? what
            : what + "; but probe-chat-id cannot be used: " + TelegramApi.reason(seen));
  }
}
