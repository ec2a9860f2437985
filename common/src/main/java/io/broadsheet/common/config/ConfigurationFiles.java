package io.broadsheet.common.config;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The files that {@code SMALLRYE_CONFIG_LOCATIONS} names. SmallRye Config (3.16) passes over one
 * whose name does not end in {@code .properties}, and fails with a stack trace on others.
 */
public final class ConfigurationFiles {

  private static final String PROPERTY = "smallrye.config.locations";
  private static final String VARIABLE = "SMALLRYE_CONFIG_LOCATIONS";
  private static final String ENDING = ".properties";

  private ConfigurationFiles() {}

  /**
   * Looks at each, before any configuration is read.
   *
   * @throws ConfigurationFault naming the first that is missing, cannot be read, or is no
   *     properties file
   */
  public static void check() {
    String property = System.getProperty(PROPERTY);
    if (property != null) {
      check(PROPERTY, property);
    } else if (System.getenv(VARIABLE) != null) {
      check(VARIABLE, System.getenv(VARIABLE));
    }
  }

  /**
   * Looks at each.
   *
   * @param key where they are named
   * @param locations paths or URIs, separated by commas; what is neither a path nor a {@code file:}
   *     URI is left to SmallRye Config
   */
  static void check(String key, String locations) {
    for (String location : locations.split("(?<!\\\\),")) {
      String name = location.strip().replace("\\,", ",");
      if (!name.isEmpty()) {
        check(new Location(key, name));
      }
    }
  }

  private record Location(String key, String name) {

    ConfigurationFault fault(String what) {
      return new ConfigurationFault(key, "names " + name + ", which " + what);
    }

    /** Null if it is for SmallRye Config to find. */
    Path path() {
      if (!name.matches("[a-z][a-z0-9+.-]+:.*")) {
        return path(name);
      }
      return name.startsWith("file:") ? path(URI.create(name)) : null;
    }

    private Path path(String text) {
      try {
        Path path = Path.of(text);
        boolean inJar =
            !Files.exists(path)
                && Thread.currentThread().getContextClassLoader().getResource(text) != null;
        return inJar ? null : path;
      } catch (InvalidPathException e) {
        throw fault("is no path: " + e.getReason());
      }
    }

    private Path path(URI uri) {
      try {
        return Path.of(uri);
      } catch (IllegalArgumentException e) {
        throw fault("is no file: " + e.getMessage());
      }
    }
  }

  private static void check(Location location) {
    Path path = location.path();
    if (path == null) {
      return;
    }
    if (!Files.exists(path)) {
      throw location.fault("does not exist");
    }
    if (!Files.isReadable(path)) {
      throw location.fault("may not be read by this user");
    }
    if (Files.isDirectory(path)) {
      files(location, path).forEach(file -> checkText(location, file));
    } else if (path.toString().endsWith(ENDING)) {
      checkText(location, path);
    } else {
      throw location.fault("does not end in " + ENDING + " and would not be read; rename it");
    }
  }

  private static List<Path> files(Location location, Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> files = entries.filter(file -> file.toString().endsWith(ENDING)).toList();
      if (files.isEmpty()) {
        throw location.fault("is a folder without any file *" + ENDING);
      }
      return files;
    } catch (IOException e) {
      throw location.fault("cannot be listed: " + e.getMessage());
    }
  }

  private static void checkText(Location location, Path file) {
    try (Reader text = new StringReader(Files.readString(file))) {
      new Properties().load(text);
    } catch (CharacterCodingException e) {
      throw location.fault("is no text in UTF-8" + at(location, file));
    } catch (IllegalArgumentException e) {
      throw location.fault(
          "has a \\u that four hexadecimal digits do not follow; write \\\\u for a backslash"
              + at(location, file));
    } catch (IOException e) {
      throw location.fault("cannot be read: " + e.getMessage());
    }
  }

  private static String at(Location location, Path file) {
    return location.name().endsWith(ENDING) ? "" : " (" + file.getFileName() + ")";
  }
}
