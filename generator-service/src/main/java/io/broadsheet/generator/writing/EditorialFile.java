package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of a content type or a prompt: its front matter between two lines {@code ---}, with at
 * least {@code version: <number>}, then its text.
 *
 * @param key the configuration key that asks for it, named in faults
 * @param location where it stands, for a person
 * @param header the front matter
 * @param lines of the whole file
 * @param bodyStart index of the first line after the front matter
 */
record EditorialFile(
    String key, String location, Map<String, Field> header, List<String> lines, int bodyStart) {

  private static final String FENCE = "---";
  private static final Pattern FIELD = Pattern.compile("([a-z][a-z-]*):\\s*(.*)");
  private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,5}");

  /** A value of the front matter and the number of its line, from 1. */
  record Field(int line, String value) {}

  /**
   * Reads a file.
   *
   * @throws ConfigurationFault if it is empty, or its front matter is missing or broken; names the
   *     file and the line
   */
  static EditorialFile parse(String key, String location, String text) {
    List<String> lines = text.replaceFirst("^\\uFEFF", "").lines().toList();
    if (text.isBlank()) {
      throw fault(key, location, 1, "the file is empty");
    }
    if (!lines.get(0).strip().equals(FENCE)) {
      throw fault(
          key, location, 1, "the front matter is missing; begin with ---, \"version: 1\", ---");
    }
    Map<String, Field> header = new LinkedHashMap<>();
    int next = 1;
    while (next < lines.size() && !lines.get(next).strip().equals(FENCE)) {
      String line = lines.get(next++).strip();
      Matcher field = FIELD.matcher(line);
      if (line.isEmpty()) {
        continue;
      }
      if (!field.matches()) {
        throw fault(key, location, next, "the front matter has lines \"name: value\" only");
      }
      if (header.put(field.group(1), new Field(next, field.group(2).strip())) != null) {
        throw fault(key, location, next, "\"" + field.group(1) + "\" stands twice");
      }
    }
    if (next == lines.size()) {
      throw fault(key, location, next, "the front matter does not end; close it with ---");
    }
    EditorialFile file = new EditorialFile(key, location, header, lines, next + 1);
    Field version = header.get("version");
    if (version == null) {
      throw file.fault(1, "the front matter lacks \"version: <number>\"");
    }
    if (!VERSION.matcher(version.value()).matches()) {
      throw file.fault(
          version.line(),
          "the version is \"" + version.value() + "\"; write a whole number from 1 to 999999");
    }
    if (lines.subList(file.bodyStart(), lines.size()).stream().allMatch(String::isBlank)) {
      throw file.fault(lines.size(), "there is no text after the front matter");
    }
    return file;
  }

  /** Its version, from 1. */
  int version() {
    return Integer.parseInt(header.get("version").value());
  }

  /**
   * A value of the front matter.
   *
   * @throws ConfigurationFault if it is missing or empty
   */
  Field field(String name) {
    Field field = header.get(name);
    if (field == null || field.value().isEmpty()) {
      throw fault(field == null ? 1 : field.line(), "the front matter lacks \"" + name + ": ...\"");
    }
    return field;
  }

  /**
   * Refuses every other name in the front matter.
   *
   * @throws ConfigurationFault naming the first
   */
  void allowOnly(Set<String> names) {
    header.forEach(
        (name, field) -> {
          if (!names.contains(name)) {
            throw fault(field.line(), "\"" + name + "\" is unknown here; known are " + names);
          }
        });
  }

  /** The text with empty lines in the front matter's place, so that line numbers agree. */
  String body() {
    return "\n".repeat(bodyStart) + String.join("\n", lines.subList(bodyStart, lines.size()));
  }

  /** A fault at a line of this file, from 1. */
  ConfigurationFault fault(int line, String what) {
    return fault(key, location, line, what);
  }

  private static ConfigurationFault fault(String key, String location, int line, String what) {
    return new ConfigurationFault(key, "asks for " + location + ", line " + line + ": " + what);
  }
}
