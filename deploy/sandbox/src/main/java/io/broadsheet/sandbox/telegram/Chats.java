package io.broadsheet.sandbox.telegram;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The chats that exist. Every well-formed public name is a channel, except names that begin with
 * {@code missing}; so is every id {@code -100<digits>}. Every other negative id is an ordinary
 * group. Every positive id of five digits or more is a person who has started the bot. A public
 * name has an id made from the name, so it is the same after a restart.
 */
final class Chats {
  private static final Pattern NAME = Pattern.compile("@[A-Za-z][A-Za-z0-9_]{3,31}");
  private static final Pattern CHANNEL = Pattern.compile("-100\\d{5,11}");
  private static final Pattern GROUP = Pattern.compile("-[1-9]\\d{0,11}");
  private static final Pattern PERSON = Pattern.compile("[1-9]\\d{4,14}");

  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Chat.Type> types = new HashMap<>();

  Optional<Chat> find(String chatId) {
    if (NAME.matcher(chatId).matches()) {
      String name = chatId.substring(1);
      if (name.toLowerCase(Locale.ROOT).startsWith("missing")) {
        return Optional.empty();
      }
      long id = idOf(name);
      names.putIfAbsent(id, name);
      return Optional.of(chat(id, Chat.Type.CHANNEL));
    }
    if (CHANNEL.matcher(chatId).matches()) {
      return Optional.of(chat(Long.parseLong(chatId), Chat.Type.CHANNEL));
    }
    if (GROUP.matcher(chatId).matches()) {
      return Optional.of(chat(Long.parseLong(chatId), Chat.Type.GROUP));
    }
    return PERSON.matcher(chatId).matches()
        ? Optional.of(chat(Long.parseLong(chatId), Chat.Type.PRIVATE))
        : Optional.empty();
  }

  private Chat chat(long id, Chat.Type usual) {
    return new Chat(id, names.getOrDefault(id, ""), types.getOrDefault(id, usual));
  }

  /** Makes a chat one of another kind than its id says. */
  void become(long id, Chat.Type type) {
    types.put(id, type);
  }

  void clear() {
    names.clear();
    types.clear();
  }

  private static long idOf(String name) {
    CRC32 crc = new CRC32();
    crc.update(name.toLowerCase(Locale.ROOT).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return -1_001_000_000_000L - crc.getValue();
  }
}
