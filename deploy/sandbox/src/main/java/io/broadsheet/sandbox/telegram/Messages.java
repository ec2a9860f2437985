package io.broadsheet.sandbox.telegram;

import io.broadsheet.sandbox.journal.Effect;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The messages of each chat, by id. Ids of deleted messages are not given out again. */
final class Messages {
  /** The first message of every chat, made by Telegram: the chat was created. */
  static final long SERVICE_MESSAGE = 1;

  private final Map<Long, TreeMap<Long, Effect>> byChat = new HashMap<>();
  private final Map<Long, Long> lastIds = new HashMap<>();

  long nextId(Chat chat) {
    return lastIds.getOrDefault(chat.id(), SERVICE_MESSAGE) + 1;
  }

  void add(Chat chat, Effect message) {
    long id = Long.parseLong(message.id());
    byChat.computeIfAbsent(chat.id(), key -> new TreeMap<>()).put(id, message);
    lastIds.merge(chat.id(), id, Math::max);
  }

  Optional<Effect> find(Chat chat, long id) {
    return Optional.ofNullable(byChat.getOrDefault(chat.id(), new TreeMap<>()).get(id));
  }

  void remove(Chat chat, long id) {
    byChat.getOrDefault(chat.id(), new TreeMap<>()).remove(id);
  }

  /** The oldest first. */
  Collection<Effect> of(Chat chat) {
    TreeMap<Long, Effect> messages = byChat.get(chat.id());
    return messages == null ? List.of() : messages.values();
  }

  void clear() {
    byChat.clear();
    lastIds.clear();
  }
}
