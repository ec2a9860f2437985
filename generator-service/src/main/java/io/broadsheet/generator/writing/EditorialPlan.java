package io.broadsheet.generator.writing;

import io.broadsheet.common.config.ConfigurationFault;
import java.time.DayOfWeek;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/** Which kind of article which weekday brings, and the briefs of those kinds. */
public final class EditorialPlan {

  private static final String PREFIX = "broadsheet.editorial.";
  private static final Map<DayOfWeek, String> DEFAULTS =
      new EnumMap<>(
          Map.of(
              DayOfWeek.MONDAY, "explainer",
              DayOfWeek.TUESDAY, "howto",
              DayOfWeek.WEDNESDAY, "history",
              DayOfWeek.THURSDAY, "myths",
              DayOfWeek.FRIDAY, "debate",
              DayOfWeek.SATURDAY, "longread",
              DayOfWeek.SUNDAY, "questions"));

  private final Map<DayOfWeek, String> types;
  private final Map<String, Brief> briefs;

  private EditorialPlan(Map<DayOfWeek, String> types, Map<String, Brief> briefs) {
    this.types = types;
    this.briefs = briefs;
  }

  /**
   * Reads {@code broadsheet.editorial.<weekday>}, {@code .folder} and {@code .subject}, and every
   * template that is in use.
   *
   * @throws ConfigurationFault if a content type is unknown, a template is bad, or the folder holds
   *     a file that none of them has the name of; names the file and the line
   */
  public static EditorialPlan read(Config config) {
    BriefFiles files = BriefFiles.read(config);
    Map<DayOfWeek, String> types = new EnumMap<>(DayOfWeek.class);
    for (DayOfWeek day : DayOfWeek.values()) {
      String type =
          config
              .getOptionalValue(key(day), String.class)
              .map(String::strip)
              .orElse(DEFAULTS.get(day));
      types.put(day, type);
    }
    Set<String> known = new HashSet<>(DEFAULTS.values());
    known.addAll(types.values());
    files.rejectStrays(known);
    Map<String, Brief> briefs = new HashMap<>();
    types.forEach((day, type) -> briefs.computeIfAbsent(type, t -> files.brief(key(day), t)));
    return new EditorialPlan(types, briefs);
  }

  private static String key(DayOfWeek day) {
    return PREFIX + day.name().toLowerCase(Locale.ROOT);
  }

  /** The content type of a weekday. */
  public String contentType(DayOfWeek day) {
    return types.get(day);
  }

  /**
   * The brief of a content type.
   *
   * @throws WritingFailed if no weekday has that type any more, as after a change of configuration
   */
  public Brief brief(String contentType) {
    Brief brief = briefs.get(contentType);
    if (brief == null) {
      throw new WritingFailed(
          "content type "
              + contentType
              + " is no longer configured; give it a weekday under "
              + PREFIX
              + "*");
    }
    return brief;
  }
}
