package io.broadsheet.sandbox.text;

import java.util.Map;

/** Russian letters in Latin ones, as Telegraph writes them in paths. */
public final class Latin {
  private static final Map<Character, String> LETTERS =
      Map.ofEntries(
          Map.entry('а', "a"),
          Map.entry('б', "b"),
          Map.entry('в', "v"),
          Map.entry('г', "g"),
          Map.entry('д', "d"),
          Map.entry('е', "e"),
          Map.entry('ё', "yo"),
          Map.entry('ж', "zh"),
          Map.entry('з', "z"),
          Map.entry('и', "i"),
          Map.entry('й', "j"),
          Map.entry('к', "k"),
          Map.entry('л', "l"),
          Map.entry('м', "m"),
          Map.entry('н', "n"),
          Map.entry('о', "o"),
          Map.entry('п', "p"),
          Map.entry('р', "r"),
          Map.entry('с', "s"),
          Map.entry('т', "t"),
          Map.entry('у', "u"),
          Map.entry('ф', "f"),
          Map.entry('х', "h"),
          Map.entry('ц', "c"),
          Map.entry('ч', "ch"),
          Map.entry('ш', "sh"),
          Map.entry('щ', "shch"),
          Map.entry('ъ', ""),
          Map.entry('ы', "y"),
          Map.entry('ь', ""),
          Map.entry('э', "eh"),
          Map.entry('ю', "yu"),
          Map.entry('я', "ya"));

  private Latin() {}

  /**
   * The letter in Latin, its case kept: possibly empty or several letters; null for what is no
   * Russian letter.
   */
  public static String of(char letter) {
    char lower = Character.toLowerCase(letter);
    String latin = LETTERS.get(lower);
    return latin == null || latin.isEmpty() || letter == lower
        ? latin
        : Character.toUpperCase(latin.charAt(0)) + latin.substring(1);
  }
}
