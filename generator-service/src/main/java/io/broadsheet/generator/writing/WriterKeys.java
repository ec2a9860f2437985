package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.common.config.KnownKeys;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * Reads the keys of one writer; every fault names its key.
 *
 * @param prefix without a dot at the end, for instance {@code broadsheet.translator}
 */
record WriterKeys(Config config, String prefix) {

  private static final String HEADERS = "extra-headers";
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  // What belongs to the connection and to the body's length is for the HTTP client to say.
  private static final Set<String> FRAMING =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  String key(String name) {
    return prefix + "." + name;
  }

  Optional<String> find(String name) {
    return config
        .getOptionalValue(key(name), String.class)
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }

  String required(String name) {
    return find(name).orElseThrow(() -> new ConfigurationFault(key(name), "is missing"));
  }

  /** One of a few words. */
  String oneOf(String name, String fallback, Set<String> allowed) {
    String value = find(name).orElse(fallback);
    if (!allowed.contains(value)) {
      throw new ConfigurationFault(
          key(name), "is \"" + value + "\"; write one of " + String.join(", ", allowed));
    }
    return value;
  }

  /** {@code extra-headers.<Name>}. */
  Map<String, String> headers() {
    String start = key(HEADERS) + ".";
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String property : config.getPropertyNames()) {
      if (property.startsWith(start)) {
        String name = unquoted(property.substring(start.length()));
        String value = find(property.substring(prefix.length() + 1)).orElse("");
        if (!HEADER.matcher(name).matches()
            || FRAMING.contains(name.toLowerCase(Locale.ROOT))
            || value.isEmpty()
            || value.matches(".*\\p{Cc}.*")) {
          throw new ConfigurationFault(property, "is no header that can be sent");
        }
        headers.put(name, value);
      }
    }
    return headers;
  }

  /** Refuses keys that no writer has: a misspelt one would go unseen. */
  void rejectUnknown() {
    for (String property : config.getPropertyNames()) {
      if (!property.startsWith(prefix + ".")) {
        continue;
      }
      // BROADSHEET_WRITERS_A_BASE_URL is listed with dots where the key has hyphens.
      String name = property.substring(prefix.length() + 1).replace('.', '-');
      if (!KnownKeys.WRITER_SETTINGS.contains(name) && !name.startsWith(HEADERS + "-")) {
        throw new ConfigurationFault(
            property, "is unknown; a writer's keys are " + String.join(", ", sorted()));
      }
    }
  }

  private static Set<String> sorted() {
    Set<String> names = new java.util.TreeSet<>(KnownKeys.WRITER_SETTINGS);
    names.add(HEADERS + ".<name>");
    return names;
  }

  private static String unquoted(String name) {
    return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
        ? name.substring(1, name.length() - 1)
        : name;
  }
}
