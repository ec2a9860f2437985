package io.broadsheet.generator.writing.gate;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The scripts that a language is written in, by ISO 639 code. A language that is not in the table
 * cannot be told by its letters.
 */
public final class Alphabet {

  private static final Map<String, Alphabet> BY_LANGUAGE = new HashMap<>();

  static {
    add("ru uk be bg mk ky tg mn tt ba cv", UnicodeScript.CYRILLIC);
    add("sr kk uz az", UnicodeScript.CYRILLIC, UnicodeScript.LATIN);
    add("en de fr es it pt nl pl cs sk sl hr bs ro hu sv no nb nn da fi et", UnicodeScript.LATIN);
    add("lv lt tr id ms vi tl sw ca eu gl ga is sq mt af eo cy la", UnicodeScript.LATIN);
    add("el", UnicodeScript.GREEK);
    add("hy", UnicodeScript.ARMENIAN);
    add("ka", UnicodeScript.GEORGIAN);
    add("he yi", UnicodeScript.HEBREW);
    add("ar fa ur ps", UnicodeScript.ARABIC);
    add("hi mr ne", UnicodeScript.DEVANAGARI);
    add("bn", UnicodeScript.BENGALI);
    add("ta", UnicodeScript.TAMIL);
    add("te", UnicodeScript.TELUGU);
    add("th", UnicodeScript.THAI);
    add("zh", UnicodeScript.HAN);
    add("ja", UnicodeScript.HAN, UnicodeScript.HIRAGANA, UnicodeScript.KATAKANA);
    add("ko", UnicodeScript.HANGUL, UnicodeScript.HAN);
  }

  private final Set<UnicodeScript> scripts;

  private Alphabet(Set<UnicodeScript> scripts) {
    this.scripts = scripts;
  }

  private static void add(String languages, UnicodeScript first, UnicodeScript... more) {
    for (String language : languages.split(" ")) {
      BY_LANGUAGE.put(language, new Alphabet(EnumSet.of(first, more)));
    }
  }

  /** The language's alphabet; empty if the table does not know it. */
  public static Optional<Alphabet> of(String language) {
    return Optional.ofNullable(BY_LANGUAGE.get(language));
  }

  /** How many of a text's characters are letters of this alphabet. */
  public long count(String text) {
    return text.codePoints()
        .filter(point -> Character.isLetter(point) && scripts.contains(UnicodeScript.of(point)))
        .count();
  }

  /** How many letters of any alphabet a text has. */
  public static long letters(String text) {
    return text.codePoints().filter(Character::isLetter).count();
  }

  /** Whether names and terms in it stand in texts of every language, as Latin ones do. */
  public boolean isAtHomeEverywhere() {
    return scripts.contains(UnicodeScript.LATIN);
  }

  /** Whether no letter is in both. */
  public boolean differsFrom(Alphabet other) {
    return scripts.stream().noneMatch(other.scripts::contains);
  }
}
