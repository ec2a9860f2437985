package io.broadsheet.publisher.channel.telegram;

import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.TargetSettings;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a Telegram target is configured with.
 *
 * @param baseUrl where the Bot API is
 * @param token the bot's token, a secret
 * @param chatId {@code @name} of a public channel, or the number of any chat
 * @param probeUrl where the public pages of channels are
 * @param probeChatId a chat without readers that copies of messages may be forwarded to
 * @param full whether the whole article is posted, in several messages if need be, rather than a
 *     teaser
 * @param photo whether a teaser shows the article's first picture
 */
record TelegramSettings(
    URI baseUrl,
    String token,
    String chatId,
    URI probeUrl,
    Optional<String> probeChatId,
    boolean full,
    boolean photo) {

  static final Set<String> NAMES =
      Set.of("token", "chat-id", "probe-url", "probe-chat-id", "photo");

  private static final String CHAT_ID_FORM =
      "@name of a public channel or the chat's number such as -1001234567890";
  private static final Pattern TOKEN = Pattern.compile("[0-9]{1,16}:[A-Za-z0-9_-]{30,60}");
  private static final Pattern CHAT_ID =
      Pattern.compile("@[A-Za-z][A-Za-z0-9_]{3,31}|-?[0-9]{1,19}");

  private static final Pattern SUPERGROUP = Pattern.compile("-100\\d{1,16}|@.+");

  static TelegramSettings read(Target target) {
    TargetSettings settings = new TargetSettings(target);
    boolean full = settings.format("teaser", Set.of("teaser", "full")).equals("full");
    String chatId = settings.text("chat-id", CHAT_ID, CHAT_ID_FORM);
    Optional<String> probeChatId =
        target
            .setting("probe-chat-id")
            .map(given -> settings.text("probe-chat-id", CHAT_ID, CHAT_ID_FORM));
    if (probeChatId.filter(chatId::equalsIgnoreCase).isPresent()) {
      throw settings.fault(
          "probe-chat-id", "is the target's own chat; readers would see every probe");
    }
    boolean photo =
        settings.choice("photo", "none", Set.of("none", "first-image")).equals("first-image");
    if (photo && full) {
      throw settings.fault("photo", "is for format teaser: a picture's text is short");
    }
    return new TelegramSettings(
        settings.url("base-url", "https://api.telegram.org"),
        settings.secret("token", TOKEN, "<number>:<35 letters>, as BotFather gives it"),
        chatId,
        settings.url("probe-url", "https://t.me"),
        probeChatId,
        full,
        photo);
  }

  /** Where to post: the chat that is configured, or the one it has become. */
  String chatId(Call call) {
    return call.move().map(move -> move.apply(chatId)).orElse(chatId);
  }

  /** The channel's public name, or empty for a chat known by number only. */
  Optional<String> publicName() {
    return chatId.startsWith("@") ? Optional.of(chatId.substring(1)) : Optional.empty();
  }

  /**
   * Whether message numbers run on in the chat, as in channels and supergroups; in basic groups and
   * private chats they are the bot's.
   */
  boolean numbersItsMessages(Call call) {
    return SUPERGROUP.matcher(chatId(call)).matches();
  }

  /**
   * Where readers see a message: everybody on a public channel's page, members by the address that
   * Telegram's clients copy for a private one. Empty for chats that have neither.
   *
   * @param chat the chat that it is in, as {@link #chatId(Call)} says
   */
  String messageUrl(String chat, String messageId) {
    String name = "";
    if (chat.startsWith("@")) {
      name = chat.substring(1);
    } else if (SUPERGROUP.matcher(chat).matches()) {
      name = "c/" + chat.substring("-100".length());
    }
    return name.isEmpty() ? "" : probeUrl + "/" + name + "/" + messageId;
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "TelegramSettings[" + chatId + " at " + baseUrl + "]";
  }
}
