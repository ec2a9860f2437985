package io.broadsheet.generator.writing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The sections of a {@code brief.md}, each under a line {@code # name}. */
final class BriefSections {

  private static final Set<String> REQUIRED =
      new TreeSet<>(Set.of("purpose", "tone", "topic", "angles", "writing", "composing"));
  private static final Set<String> OPTIONAL = Set.of("hints");

  private final EditorialFile file;
  private final Map<String, List<Line>> sections = new LinkedHashMap<>();

  private record Line(int number, String text) {}

  private BriefSections(EditorialFile file) {
    this.file = file;
  }

  /**
   * Reads them.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault if one is unknown, missing, empty or
   *     stands twice; names file and line
   */
  static BriefSections read(EditorialFile file) {
    BriefSections read = new BriefSections(file);
    read.readLines();
    for (String name : REQUIRED) {
      if (!read.sections.containsKey(name)) {
        throw file.fault(file.lines().size(), "the section \"# " + name + "\" is missing");
      }
    }
    return read;
  }

  private void readLines() {
    String current = null;
    int heading = 0;
    for (int i = file.bodyStart(); i < file.lines().size(); i++) {
      String line = file.lines().get(i).strip();
      if (line.startsWith("# ")) {
        closeSection(current, heading);
        heading = i + 1;
        current = open(line.substring(2).strip(), heading);
      } else if (!line.isEmpty()) {
        if (current == null) {
          throw file.fault(i + 1, "text stands before the first section; begin with \"# purpose\"");
        }
        sections.get(current).add(new Line(i + 1, line));
      }
    }
    closeSection(current, heading);
  }

  private String open(String name, int line) {
    if (!REQUIRED.contains(name) && !OPTIONAL.contains(name)) {
      throw file.fault(
          line, "the section \"# " + name + "\" is unknown; known are " + REQUIRED + ", hints");
    }
    if (sections.put(name, new ArrayList<>()) != null) {
      throw file.fault(line, "the section \"# " + name + "\" stands twice");
    }
    return name;
  }

  private void closeSection(String name, int line) {
    if (name != null && sections.get(name).isEmpty()) {
      throw file.fault(line, "the section \"# " + name + "\" is empty");
    }
  }

  /** A section as one line, without its last full stop. */
  String line(String name) {
    return text(name).replace('\n', ' ').replaceFirst("\\.$", "");
  }

  /** A section as it stands, without empty lines. */
  String text(String name) {
    return String.join("\n", sections.get(name).stream().map(Line::text).toList());
  }

  /**
   * A section of {@code - } items; empty if there is none of that name.
   *
   * @throws io.broadsheet.common.config.ConfigurationFault if a line is no item
   */
  List<String> items(String name) {
    List<String> items = new ArrayList<>();
    for (Line line : sections.getOrDefault(name, List.of())) {
      String item = line.text().startsWith("- ") ? line.text().substring(2).strip() : "";
      if (item.isEmpty()) {
        throw file.fault(line.number(), "\"# " + name + "\" has lines \"- ...\" only");
      }
      items.add(item);
    }
    return items;
  }
}
