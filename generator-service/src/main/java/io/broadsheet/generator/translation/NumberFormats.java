package io.broadsheet.generator.translation;

import java.util.HashMap;
import java.util.Map;

/**
 * How numbers are written in the source and in the target language: in English 1,000 and 3.5, in
 * Russian 1 000 and 3,5, in German 1.000 and 3,5. After Unicode CLDR, {@code decimal} and {@code
 * group}; a language that is not in the table keeps numbers as they stand.
 *
 * @param source ISO 639 code
 * @param target ISO 639 code
 */
record NumberFormats(String source, String target) {

  private static final String SPACE = "[ \\u00a0\\u202f\\u2009]";

  /** A number in any of these formats, as a regular expression. */
  static final String NUMBER =
      "(?:\\d{1,3}(?:" + SPACE + "\\d{3})+(?!\\d)(?:[.,]\\d+)?|\\d+(?:[.,:]\\d+)*)";

  private static final Map<String, Format> BY_LANGUAGE = new HashMap<>();

  private record Format(char decimal, char group) {}

  static {
    add("en he ja ko zh th hi ms sw ga", '.', ',');
    add("ru uk be bg kk ky fr pl cs sk hu fi sv no nb nn et lv lt", ',', '\u00a0');
    add("de es it pt nl tr id el da hr sl ro sr vi ca", ',', '.');
  }

  private static void add(String languages, char decimal, char group) {
    for (String language : languages.split(" ")) {
      BY_LANGUAGE.put(language, new Format(decimal, group));
    }
  }

  /**
   * A number of the source in the target's format. What has another form than the source's language
   * gives a number, such as a version or a date, stays as it is; so does a decimal point, which is
   * as often part of a version.
   */
  String localised(String number) {
    Format from = BY_LANGUAGE.get(source);
    Format to = BY_LANGUAGE.get(target);
    if (from == null || to == null || from.equals(to)) {
      return number;
    }
    String group = from.group() == '\u00a0' ? SPACE : "\\" + from.group();
    String decimal = "\\" + from.decimal();
    if (number.matches("\\d{1,3}(?:" + group + "\\d{3})+(?:" + decimal + "\\d+)?")) {
      int point = number.indexOf(from.decimal());
      String whole = point < 0 ? number : number.substring(0, point);
      String rest = point < 0 ? "" : to.decimal() + number.substring(point + 1);
      return whole.replaceAll(group, String.valueOf(to.group())) + rest;
    }
    return from.decimal() == ',' && number.matches("\\d+,\\d+")
        ? number.replace(',', to.decimal())
        : number;
  }
}
