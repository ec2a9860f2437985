package io.broadsheet.publisher.channel.telegram;

import static io.broadsheet.publisher.channel.Outcome.Rejected.Cause.CONFIGURATION;
import static io.broadsheet.publisher.channel.Outcome.Rejected.Cause.CONTENT;
import static io.broadsheet.publisher.channel.Outcome.Rejected.Cause.FORM;

import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import java.util.List;
import java.util.Locale;

/**
 * One row of what the Bot API refuses for good: the table of channels' errors, read from the
 * sources of telegram-bot-api ({@code Client.cpp}) and TDLib. The first row that fits decides; the
 * last rows of each code fit any description.
 *
 * @param code the {@code error_code}, which is also the HTTP status; 0 for any other below 500
 * @param words what the description holds, in small letters; empty for any
 * @param cause what must change
 * @param remedy what a person can do, as a sentence without its full stop
 */
record TelegramRefusal(int code, String words, Cause cause, String remedy) {

  private static final String NO_CHAT = "check chat-id, and that the bot is in the chat";
  private static final String NO_RIGHT = "make the bot an administrator who may post messages";
  private static final String BOT_OUT = "add the bot to the chat again as an administrator";
  private static final String RENDERING = "the text breaks a rule of Telegram; the post is parked";

  private static final String PHOTO = "the post goes without its picture";

  static final List<TelegramRefusal> TABLE =
      List.of(
          new TelegramRefusal(400, "chat not found", CONFIGURATION, NO_CHAT),
          new TelegramRefusal(400, "chat_id is empty", CONFIGURATION, NO_CHAT),
          new TelegramRefusal(400, "message thread not found", CONFIGURATION, NO_CHAT),
          new TelegramRefusal(400, "need administrator rights", CONFIGURATION, NO_RIGHT),
          new TelegramRefusal(400, "have no write access", CONFIGURATION, NO_RIGHT),
          new TelegramRefusal(400, "not enough rights", CONFIGURATION, NO_RIGHT),
          new TelegramRefusal(400, "chat_write_forbidden", CONFIGURATION, NO_RIGHT),
          new TelegramRefusal(400, "chat_admin_required", CONFIGURATION, NO_RIGHT),
          new TelegramRefusal(400, "member list is inaccessible", CONFIGURATION, NO_RIGHT),
          new TelegramRefusal(
              400, "upgraded to a supergroup", CONFIGURATION, "set chat-id to the new number"),
          new TelegramRefusal(400, "message is too long", CONTENT, RENDERING),
          new TelegramRefusal(400, "message caption is too long", FORM, PHOTO),
          new TelegramRefusal(400, "text is too long", CONTENT, RENDERING),
          new TelegramRefusal(400, "message text is empty", CONTENT, RENDERING),
          new TelegramRefusal(400, "text must be non-empty", CONTENT, RENDERING),
          new TelegramRefusal(400, "can't parse entities", FORM, "the text goes without markup"),
          new TelegramRefusal(400, "wrong http url specified", FORM, PHOTO),
          new TelegramRefusal(400, "failed to get http url content", FORM, PHOTO),
          new TelegramRefusal(400, "wrong type of the web page content", FORM, PHOTO),
          new TelegramRefusal(400, "", CONTENT, RENDERING),
          new TelegramRefusal(401, "", CONFIGURATION, "check token; BotFather may have revoked it"),
          new TelegramRefusal(403, "bot was blocked", CONFIGURATION, BOT_OUT),
          new TelegramRefusal(403, "bot was kicked", CONFIGURATION, BOT_OUT),
          new TelegramRefusal(403, "bot is not a member", CONFIGURATION, BOT_OUT),
          new TelegramRefusal(403, "was deleted", CONFIGURATION, NO_CHAT),
          new TelegramRefusal(403, "user is deactivated", CONFIGURATION, NO_CHAT),
          new TelegramRefusal(403, "", CONFIGURATION, NO_RIGHT),
          new TelegramRefusal(404, "", CONFIGURATION, "check token and base-url"),
          new TelegramRefusal(
              0, "", CONTENT, "the refusal is not in the table; the post is parked"));

  /** The row of an error below 500. */
  static TelegramRefusal of(int code, String description) {
    String text = description.toLowerCase(Locale.ROOT);
    return TABLE.stream()
        .filter(row -> (row.code == 0 || row.code == code) && text.contains(row.words))
        .findFirst()
        .orElseThrow();
  }
}
