package io.broadsheet.sandbox.telegram;

import io.broadsheet.sandbox.limit.Limit;
import io.broadsheet.sandbox.limit.RateLimits;
import io.broadsheet.sandbox.limit.SlidingWindow;
import io.broadsheet.sandbox.limit.TokenBucket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How fast a bot may send, by Telegram's FAQ: about one message a second to one chat with short
 * bursts, 20 a minute to one group, about 30 a second in all. The exact numbers are Telegram's own;
 * the size of a burst is this sandbox's guess.
 */
final class SendLimits {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int CHAT_BURST = 20;
  private static final int GROUP_A_MINUTE = 20;
  private static final int BOT_A_SECOND = 30;

  private final RateLimits limits;
  private final Map<Long, Limit> chats = new HashMap<>();
  private final Map<Long, Limit> groups = new HashMap<>();
  private final Map<String, Limit> bots = new HashMap<>();

  SendLimits(RateLimits limits) {
    this.limits = limits;
  }

  /**
   * Counts one message.
   *
   * @throws TelegramError 429 when it comes too fast; it is not counted then
   */
  void take(String token, Chat chat) throws TelegramError {
    List<Limit> all = new ArrayList<>();
    all.add(bots.computeIfAbsent(token, key -> new SlidingWindow(BOT_A_SECOND, SECOND)));
    all.add(chats.computeIfAbsent(chat.id(), key -> new TokenBucket(CHAT_BURST, SECOND)));
    if (chat.type().isGroup()) {
      all.add(
          groups.computeIfAbsent(chat.id(), key -> new SlidingWindow(GROUP_A_MINUTE, 60 * SECOND)));
    }
    long wait = limits.take(all);
    if (wait > 0) {
      throw TelegramError.tooManyRequests((wait + SECOND - 1) / SECOND);
    }
  }

  void clear() {
    chats.clear();
    groups.clear();
    bots.clear();
  }
}
