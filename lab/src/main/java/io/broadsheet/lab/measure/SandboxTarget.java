package io.broadsheet.lab.measure;

import java.util.HashMap;
import java.util.Map;

/** A target whose API the sandbox stands in for. */
enum SandboxTarget {
  /** No idempotency key: lost answers are probed. */
  TELEGRAM {
    @Override
    void addTo(Map<String, String> settings, String prefix, String sandbox) {
      settings.put(prefix + "base-url", sandbox + "/telegram");
      settings.put(prefix + "token", "4242:sandbox-sandbox-sandbox-sandbox-sandbox");
      settings.put(prefix + "chat-id", "@broadsheet_ru");
      settings.put(prefix + "probe-url", sandbox + "/t.me");
    }
  },
  /**
   * The receiver keeps each delivery's key from its arrival: what lost its answer is sent again.
   */
  WEBHOOK {
    @Override
    void addTo(Map<String, String> settings, String prefix, String sandbox) {
      settings.put(prefix + "base-url", sandbox + "/webhook/paper");
      settings.put(prefix + "secret", "whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3gt");
      settings.put(prefix + "repeat-at-once", "true");
    }
  };

  /** Its name in the configuration. */
  String target() {
    return channel() + "-ru";
  }

  /** Its channel's name on the wire. */
  String channel() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /**
   * Its configuration, to be added to.
   *
   * @param maxInFlight how many calls at a time
   */
  Map<String, String> settings(Bench bench, int maxInFlight) {
    Map<String, String> settings = new HashMap<>();
    String prefix = "broadsheet.targets." + target() + ".";
    settings.put(prefix + "channel", channel());
    settings.put(prefix + "language", "ru");
    settings.put(prefix + "max-in-flight", Integer.toString(maxInFlight));
    addTo(settings, prefix, bench.sandboxUrl());
    return settings;
  }

  abstract void addTo(Map<String, String> settings, String prefix, String sandbox);
}
