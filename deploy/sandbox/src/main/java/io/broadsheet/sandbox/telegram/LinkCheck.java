package io.broadsheet.sandbox.telegram;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which link targets Telegram accepts. A target it does not accept loses its link, silently. One
 * deviation: Telegram drops hosts without a dot; the sandbox accepts {@code localhost}, where local
 * stacks live.
 */
final class LinkCheck {
  private static final Pattern URL =
      Pattern.compile("(?i)(?:(https?|ton|tg|tonsite)://)?([^/?#\\s]+)([/?#]\\S*)?");
  private static final Pattern HOST =
      Pattern.compile("(?:[^@]*@)?(?:[\\p{L}\\p{N}_~-]+\\.)+[\\p{L}\\p{N}-]{1,63}(?::\\d{1,5})?");
  private static final Pattern LOCALHOST = Pattern.compile("localhost(?::\\d{1,5})?");

  private LinkCheck() {}

  /**
   * The link as Telegram stores it: with a scheme and a path; empty when Telegram would drop it.
   */
  static Optional<String> checked(String target) {
    Matcher matcher = URL.matcher(target.trim());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String scheme = matcher.group(1) == null ? "http" : matcher.group(1).toLowerCase(Locale.ROOT);
    String host = matcher.group(2).toLowerCase(Locale.ROOT);
    String rest = matcher.group(3) == null ? "" : matcher.group(3);
    if (scheme.equals("tg") && host.equals("user")) {
      // A mention; of people the bot has not met it is dropped.
      return Optional.empty();
    }
    if (scheme.equals("tg") || scheme.equals("ton")) {
      return Optional.of(scheme + "://" + host + rest);
    }
    if (!HOST.matcher(host).matches() && !LOCALHOST.matcher(host).matches()) {
      return Optional.empty();
    }
    return Optional.of(scheme + "://" + host + (rest.startsWith("/") ? rest : "/" + rest));
  }
}
