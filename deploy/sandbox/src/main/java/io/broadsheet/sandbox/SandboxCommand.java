package io.broadsheet.sandbox;

import io.broadsheet.sandbox.telegram.TelegramSettings;
import io.broadsheet.sandbox.telegraph.TelegraphSettings;
import io.broadsheet.sandbox.vk.VkSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The sandbox as a process. Each setting is taken from the argument {@code --name value}, else the
 * system property {@code sandbox.name}, else the environment variable {@code SANDBOX_NAME}. Exits
 * with 1 when it cannot start, with 2 when a setting is wrong.
 */
public final class SandboxCommand {
  private static final Set<String> NAMES =
      new TreeSet<>(
          Set.of(
              "host",
              "port",
              "data",
              "public-url",
              "seed",
              "rate-limits",
              "revoked-tokens",
              "telegram-json",
              "telegraph-json",
              "telegraph-error-status",
              "vk-daily-posts",
              "vk-message-limit",
              "vk-guid"));

  static {
    NAMES.addAll(OpenWebSettings.NAMES);
  }

  private static final String USAGE =
      """
      Usage: java -jar sandbox.jar [--name value]...
        --host                     address to listen on (127.0.0.1)
        --port                     port; 0 takes a free one (8090)
        --data                     folder of the journal (./sandbox-data)
        --public-url               where browsers find the sandbox (where it listens)
        --seed                     of fault rules with a probability (1)
        --rate-limits              on | off: refuse calls that come too fast (on)
        --revoked-tokens           Telegram tokens answered with 401, comma separated (none)
        --telegram-json            on | off: JSON bodies are read (on)
        --telegraph-json           on | off: JSON bodies are read (on)
        --telegraph-error-status   200 | 400: HTTP status of errors (200)
        --vk-daily-posts           posts a day per wall before error 214; 0: no limit (50)
        --vk-message-limit         longest VK message in code points (16384)
        --vk-guid                  honoured | ignored (honoured)
        --mastodon-max-characters  longest status; a link counts 23 (500)
        --mastodon-rate            calls of an account in five minutes; 0: no limit (300)
        --mastodon-idempotency     honoured | ignored (honoured)
        --bluesky-token-ttl        seconds until an access token expires (7200)
        --bluesky-sessions         createSession calls in five minutes; 0: no limit (30)
        --bluesky-points           points of writes an hour; 0: no limit (5000)
        --webhook-secret           whsec_<base64> that deliveries are signed with (see docs/sandbox.md)
        --webhook-repeats          honoured | ignored: a webhook-id seen before is no new effect (honoured)
        --webhook-gone             hooks answered with 410, comma separated (none)
      Each may also be a system property (sandbox.port) or an environment variable (SANDBOX_PORT).
      """;

  private SandboxCommand() {}

  /** Starts and stays up until SIGTERM or SIGINT. */
  public static void main(String[] arguments) {
    if (Arrays.asList(arguments).contains("--help")) {
      System.out.print(USAGE);
      return;
    }
    try {
      SandboxOptions options = options(settings(arguments));
      Sandbox sandbox = Sandbox.start(options);
      Runtime.getRuntime().addShutdownHook(new Thread(sandbox::close, "sandbox-shutdown"));
      System.out.printf("sandbox listens on %s, data in %s%n", sandbox.url(), options.data());
    } catch (IllegalArgumentException e) {
      System.err.println("sandbox: " + e.getMessage());
      System.exit(2);
    } catch (SandboxStartException e) {
      System.err.println("sandbox: " + e.getMessage());
      System.exit(1);
    }
  }

  private static Function<String, String> settings(String[] arguments) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
      String value = null;
      int equals = name.indexOf('=');
      if (equals >= 0) {
        value = name.substring(equals + 1);
        name = name.substring(0, equals);
      }
      if (!NAMES.contains(name)) {
        throw new IllegalArgumentException("unknown argument " + arguments[i] + "; try --help");
      }
      if (value == null) {
        if (i + 1 == arguments.length) {
          throw new IllegalArgumentException("--" + name + " needs a value");
        }
        value = arguments[++i];
      }
      given.put(name, value);
    }
    return name -> {
      String variable = "SANDBOX_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
      String inherited = System.getProperty("sandbox." + name, System.getenv(variable));
      return given.getOrDefault(name, inherited);
    };
  }

  private static SandboxOptions options(Function<String, String> settings) {
    SandboxOptions options = SandboxOptions.defaults();
    for (String name : NAMES) {
      String value = settings.apply(name);
      if (value != null && !value.isBlank()) {
        options = with(options, name, value);
      }
    }
    return options;
  }

  private static SandboxOptions with(SandboxOptions options, String name, String value) {
    VkSettings vk = options.vk();
    return switch (name) {
      case "host" -> options.withHost(value);
      case "port" -> options.withPort(number(name, value, 65_535));
      case "data" -> options.withData(path(value));
      case "public-url" -> options.withPublicUrl(value.replaceAll("/+$", ""));
      case "seed" -> options.withSeed(number(name, value, Integer.MAX_VALUE));
      case "rate-limits" -> options.withRateLimits(either(name, value, "on", "off"));
      case "revoked-tokens" -> options.withRevokedTokens(list(value));
      case "telegram-json" ->
          options.withTelegram(
              new TelegramSettings(
                  options.telegram().revokedTokens(), either(name, value, "on", "off")));
      case "telegraph-json" ->
          options.withTelegraph(
              new TelegraphSettings(
                  either(name, value, "on", "off"), options.telegraph().errorStatus()));
      case "telegraph-error-status" ->
          options.withTelegraph(
              new TelegraphSettings(
                  options.telegraph().json(), either(name, value, "200", "400") ? 200 : 400));
      case "vk-daily-posts" -> options.withVk(vk.withDailyPosts(number(name, value, 1_000_000)));
      case "vk-message-limit" ->
          options.withVk(vk.withMessageLimit(number(name, value, 1_000_000)));
      case "vk-guid" ->
          options.withVk(vk.withGuidHonoured(either(name, value, "honoured", "ignored")));
      default -> options.withOpenWeb(options.openWeb().with(name, value));
    };
  }

  /** Whether it is the first of two words. */
  private static boolean either(String name, String value, String first, String second) {
    if (!value.equals(first) && !value.equals(second)) {
      throw new IllegalArgumentException(
          "%s must be %s or %s, not %s".formatted(name, first, second, value));
    }
    return value.equals(first);
  }

  private static int number(String name, String value, int max) {
    try {
      int number = Integer.parseInt(value.trim());
      if (number >= 0 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number out of range.
    }
    throw new IllegalArgumentException(
        "%s must be a whole number from 0 to %d, not %s".formatted(name, max, value));
  }

  private static Path path(String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("data is no path: " + value);
    }
  }

  private static Set<String> list(String value) {
    return Arrays.stream(value.split(","))
        .map(String::trim)
        .filter(token -> !token.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }
}
