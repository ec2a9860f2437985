package io.broadsheet.lab.measure;

import java.util.HashMap;
import java.util.Map;

/**
 * The target {@code telegram-ru} in the sandbox: no idempotency key, so lost answers are probed.
 */
final class TelegramTarget {

  private static final String PREFIX = "broadsheet.targets.telegram-ru.";

  private TelegramTarget() {}

  /**
   * Its configuration.
   *
   * @param maxInFlight how many calls at a time
   */
  static Map<String, String> settings(Bench bench, int maxInFlight) {
    Map<String, String> settings = new HashMap<>();
    settings.put(PREFIX + "channel", "telegram");
    settings.put(PREFIX + "language", "ru");
    settings.put(PREFIX + "base-url", bench.sandboxUrl() + "/telegram");
    settings.put(PREFIX + "token", "4242:sandbox-sandbox-sandbox-sandbox-sandbox");
    settings.put(PREFIX + "chat-id", "@broadsheet_ru");
    settings.put(PREFIX + "probe-url", bench.sandboxUrl() + "/t.me");
    settings.put(PREFIX + "max-in-flight", Integer.toString(maxInFlight));
    return settings;
  }
}
