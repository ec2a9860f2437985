package io.broadsheet.publisher.channel.telegram;

import io.broadsheet.common.target.Target;
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
 */
record TelegramSettings(URI baseUrl, String token, String chatId, URI probeUrl) {

  static final Set<String> NAMES = Set.of("token", "chat-id", "probe-url");

  private static final Pattern TOKEN = Pattern.compile("[0-9]{1,16}:[A-Za-z0-9_-]{30,60}");
  private static final Pattern CHAT_ID =
      Pattern.compile("@[A-Za-z][A-Za-z0-9_]{3,31}|-?[0-9]{1,19}");

  static TelegramSettings read(Target target) {
    TargetSettings settings = new TargetSettings(target);
    settings.format("teaser", Set.of("teaser"));
    return new TelegramSettings(
        settings.url("base-url", "https://api.telegram.org"),
        settings.secret("token", TOKEN, "<number>:<35 letters>, as BotFather gives it"),
        settings.text(
            "chat-id",
            CHAT_ID,
            "@name of a public channel or the chat's number such as -1001234567890"),
        settings.url("probe-url", "https://t.me"));
  }

  /** The channel's public name, or empty for a chat known by number only. */
  Optional<String> publicName() {
    return chatId.startsWith("@") ? Optional.of(chatId.substring(1)) : Optional.empty();
  }

  /** Where readers see a message, or empty text if only members do. */
  String messageUrl(String messageId) {
    return publicName().map(name -> probeUrl + "/" + name + "/" + messageId).orElse("");
  }

  /** Without the token. */
  @Override
  public String toString() {
    return "TelegramSettings[" + chatId + " at " + baseUrl + "]";
  }
}
