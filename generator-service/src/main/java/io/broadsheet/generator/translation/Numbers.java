package io.broadsheet.generator.translation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers of a text, in one form whatever the format they are written in. */
final class Numbers {

  private static final Pattern NUMBER = Pattern.compile(NumberFormats.NUMBER);
  private static final Pattern SPACES = Pattern.compile("[ \\u00a0\\u202f\\u2009']");
  private static final Pattern THOUSANDS = Pattern.compile("\\d{1,3}([.,])\\d{3}(?:\\1\\d{3})*");
  private static final Pattern GROUPED =
      Pattern.compile("(\\d{1,3}(?:([.,])\\d{3})(?:\\2\\d{3})*)(?!\\2)[.,](\\d+)");
  // Russian texts often have the Cyrillic letter of the same look.
  private static final Pattern ROMAN =
      Pattern.compile("(?<![\\p{L}\\p{N}])[IVXLCХІ]{1,8}(?![\\p{L}\\p{N}])");
  private static final Map<Character, Integer> DIGITS =
      Map.of('I', 1, 'V', 5, 'X', 10, 'L', 50, 'C', 100, 'Х', 10, 'І', 1);

  private Numbers() {}

  /** The text's numbers in its order, such as 1000 for "1 000", "1,000" and "1.000". */
  static List<String> of(String text) {
    List<String> numbers = new ArrayList<>();
    Matcher matcher = NUMBER.matcher(text);
    while (matcher.find()) {
      numbers.add(canonical(matcher.group()));
    }
    return numbers;
  }

  /** The values of the text's Roman numerals: "XIX век" becomes "19th century". */
  static List<String> roman(String text) {
    return ROMAN.matcher(text).results().map(found -> value(found.group())).toList();
  }

  private static String canonical(String number) {
    String digits = SPACES.matcher(number).replaceAll("");
    if (THOUSANDS.matcher(digits).matches()) {
      return digits.replaceAll("[.,]", "");
    }
    Matcher grouped = GROUPED.matcher(digits);
    if (grouped.matches()) {
      return grouped.group(1).replaceAll("[.,]", "") + "." + grouped.group(3);
    }
    return digits.replace(',', '.');
  }

  private static String value(String roman) {
    int sum = 0;
    for (int i = 0; i < roman.length(); i++) {
      int digit = DIGITS.get(roman.charAt(i));
      boolean before = i + 1 < roman.length() && digit < DIGITS.get(roman.charAt(i + 1));
      sum += before ? -digit : digit;
    }
    return Integer.toString(sum);
  }
}
