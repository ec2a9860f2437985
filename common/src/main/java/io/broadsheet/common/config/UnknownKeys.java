package io.broadsheet.common.config;

import io.smallrye.config.EnvConfigSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Refuses keys {@code broadsheet.*} that nothing reads: a misspelt one would go unseen, and what it
 * was to change would stay as it is.
 */
public final class UnknownKeys {

  // The local launcher gives its processes the data folder's name to be found by.
  private static final String LAUNCHER = KnownKeys.PREFIX + "data";
  private static final Pattern PROFILE = Pattern.compile("%[^.]+\\.");
  // What compose takes from the shell, and what Kubernetes puts into each pod for a Service whose
  // name begins with broadsheet (kubernetes.io, "Service environment variables").
  private static final Pattern FOREIGN_VARIABLE =
      Pattern.compile(
          "BROADSHEET_(CONFIG|JARS|(\\w+_)?(SERVICE_HOST|SERVICE_PORT\\w*|PORT(_\\d+_(TCP|UDP|SCTP)(_\\w+)?)?))");
  private static final String ANY_PART = "*";
  private static final String ANY_END = "**";

  private UnknownKeys() {}

  /**
   * Looks at every source of a configuration. In an environment variable an underscore may stand
   * for a dot, a hyphen or an underscore, and each spelling that could be right is taken.
   *
   * @throws ConfigurationFault naming the first unknown key, and the known one that is most like it
   */
  public static void refuse(Config config) {
    for (ConfigSource source : config.getConfigSources()) {
      if (source instanceof EnvConfigSource) {
        // Its property names are guesses at what the variables may mean.
        refuse(
            source.getProperties().keySet(), UnknownKeys::isVariable, UnknownKeys::isKnownVariable);
      } else {
        refuse(source.getPropertyNames(), UnknownKeys::isKey, UnknownKeys::isKnownKey);
      }
    }
  }

  private static void refuse(Set<String> names, Predicate<String> ours, Predicate<String> known) {
    Optional<String> unknown =
        new TreeSet<>(names).stream().filter(ours).filter(known.negate()).findFirst();
    if (unknown.isPresent()) {
      throw new ConfigurationFault(unknown.get(), "is unknown; " + suggestion(unknown.get()));
    }
  }

  private static boolean isKey(String property) {
    return plain(property).startsWith(KnownKeys.PREFIX);
  }

  private static boolean isKnownKey(String property) {
    String key = plain(property);
    return key.equals(LAUNCHER)
        || KnownKeys.list().stream()
            .anyMatch(known -> pattern(known, "[^.]+").matcher(key).matches());
  }

  private static boolean isVariable(String name) {
    return dotted(name).startsWith(KnownKeys.PREFIX) && !FOREIGN_VARIABLE.matcher(name).matches();
  }

  private static boolean isKnownVariable(String name) {
    String key = dotted(name);
    // A name with hyphens has several parts here.
    return KnownKeys.list().stream()
        .anyMatch(known -> pattern(dotted(known), ".+").matcher(key).matches());
  }

  private static Pattern pattern(String known, String part) {
    return Pattern.compile(
        Arrays.stream(known.split("\\."))
            .map(
                name ->
                    switch (name) {
                      case ANY_PART -> part;
                      case ANY_END -> ".+";
                      default -> Pattern.quote(name);
                    })
            .collect(Collectors.joining("\\.")));
  }

  private static String plain(String property) {
    return PROFILE.matcher(property).replaceFirst("");
  }

  private static String dotted(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9*]", ".");
  }

  private static String suggestion(String property) {
    boolean variable = !isKey(property);
    String key = variable ? dotted(property) : plain(property);
    String nearest =
        Spelling.nearest(
            KnownKeys.list().stream().map(known -> named(variable ? dotted(known) : known, key)),
            key);
    String spelt = variable ? nearest.replace('.', '_').toUpperCase(Locale.ROOT) : nearest;
    return Spelling.distance(nearest, key) <= key.length() / 3
        ? "did you mean " + spelt + "? docs/configuration.md lists every key"
        : "docs/configuration.md lists every key";
  }

  // The known key with the other one's names in the place of its own.
  private static String named(String known, String key) {
    List<String> parts = Arrays.asList(known.split("\\."));
    String[] names = key.split("\\.");
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).equals(ANY_PART) || parts.get(i).equals(ANY_END)) {
        parts.set(i, i < names.length ? names[i] : "<name>");
      }
    }
    return String.join(".", parts);
  }
}
