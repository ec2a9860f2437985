package io.broadsheet.publisher.channel.telegram;

import java.util.HashMap;
import java.util.Map;

/** The whole article in Telegram. */
class TelegramFullConformanceTest extends TelegramConformanceTest {

  @Override
  protected Map<String, String> settings(String sandboxUrl) {
    Map<String, String> settings = new HashMap<>(super.settings(sandboxUrl));
    settings.put("format", "full");
    return settings;
  }
}
