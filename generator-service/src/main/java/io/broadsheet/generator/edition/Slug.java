package io.broadsheet.generator.edition;

import java.text.Normalizer;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/** The last part of a post's canonical URL: lower-case ASCII letters, digits and hyphens. */
final class Slug {

  private static final int LONGEST = 80;
  private static final Map<Character, String> RUSSIAN =
      Map.ofEntries(
          Map.entry('а', "a"),
          Map.entry('б', "b"),
          Map.entry('в', "v"),
          Map.entry('г', "g"),
          Map.entry('д', "d"),
          Map.entry('е', "e"),
          Map.entry('ж', "zh"),
          Map.entry('з', "z"),
          Map.entry('и', "i"),
          Map.entry('й', "y"),
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
          Map.entry('х', "kh"),
          Map.entry('ц', "ts"),
          Map.entry('ч', "ch"),
          Map.entry('ш', "sh"),
          Map.entry('щ', "shch"),
          Map.entry('ъ', ""),
          Map.entry('ы', "y"),
          Map.entry('ь', ""),
          Map.entry('э', "e"),
          Map.entry('ю', "yu"),
          Map.entry('я', "ya"),
          Map.entry('ё', "e"),
          Map.entry('і', "i"),
          Map.entry('ї', "yi"),
          Map.entry('є', "ye"),
          Map.entry('ґ', "g"),
          Map.entry('ў', "u"));

  private Slug() {}

  /** The slug of a title; {@code post} if nothing of it can be written in ASCII. */
  static String of(String title) {
    StringBuilder latin = new StringBuilder();
    for (char letter : title.toLowerCase(Locale.ROOT).toCharArray()) {
      String known = RUSSIAN.get(letter);
      latin.append(known != null ? known : String.valueOf(letter));
    }
    String plain =
        Normalizer.normalize(latin, Normalizer.Form.NFD)
            .replaceAll("\\p{M}+", "")
            .replaceAll("['’]", "")
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    if (plain.length() > LONGEST) {
      int end = plain.lastIndexOf('-', LONGEST);
      plain = plain.substring(0, end > LONGEST / 2 ? end : LONGEST);
    }
    return plain.isEmpty() ? "post" : plain;
  }

  /** The slug itself if it is unused, else with the date, else with date and a number from 2. */
  static String unused(String slug, LocalDate date, Collection<String> used) {
    if (!used.contains(slug)) {
      return slug;
    }
    String dated = slug + "-" + date;
    String unused = dated;
    for (int number = 2; used.contains(unused); number++) {
      unused = dated + "-" + number;
    }
    return unused;
  }
}
