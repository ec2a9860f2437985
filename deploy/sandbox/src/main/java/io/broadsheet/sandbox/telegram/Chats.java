package io.broadsheet.sandbox.telegram;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The channels that exist: every well-formed public name, and every channel id, except names that
 * begin with {@code missing}. A public name has an id made from the name, so it is the same after a
 * restart.
 */
final class Chats {
  private static final Pattern NAME = Pattern.compile("@[A-Za-z][A-Za-z0-9_]{3,31}");
  private static final Pattern ID = Pattern.compile("-100\\d{5,11}");

  private final Map<Long, String> names = new HashMap<>();

  /**
   * A channel.
   *
   * @param name the public name without the at sign; empty when it was only ever addressed by id
   */
  record Chat(long id, String name) {}

  Optional<Chat> find(String chatId) {
    if (NAME.matcher(chatId).matches()) {
      String name = chatId.substring(1);
      if (name.toLowerCase(Locale.ROOT).startsWith("missing")) {
        return Optional.empty();
      }
      long id = idOf(name);
      names.putIfAbsent(id, name);
      return Optional.of(new Chat(id, names.get(id)));
    }
    if (ID.matcher(chatId).matches()) {
      long id = Long.parseLong(chatId);
      return Optional.of(new Chat(id, names.getOrDefault(id, "")));
    }
    return Optional.empty();
  }

  void clear() {
    names.clear();
  }

  private static long idOf(String name) {
    CRC32 crc = new CRC32();
    crc.update(name.toLowerCase(Locale.ROOT).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return -1_001_000_000_000L - crc.getValue();
  }
}
