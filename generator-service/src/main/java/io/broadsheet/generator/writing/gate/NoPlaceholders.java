package io.broadsheet.generator.writing.gate;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Nothing was left to be filled in later. */
public final class NoPlaceholders implements Gate {

  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "\\[(?:insert|your|add|enter|placeholder|name|date|link|url|source|citation needed|вставь|вставить"
              + "|укажите|указать|добавьте|добавить|ваш|ваша|ваше|имя|название|дата|ссылка|источник|нужна ссылка)"
              + "(?![\\p{L}])[^\\]\\n]{0,80}\\](?![(\\[])"
              + "|\\[вставьте[^\\]\\n]{0,80}\\](?![(\\[])"
              + "|<(?:insert|your|имя|название|укажите|вставьте)[^>\\n]{0,60}>"
              + "|(?<!\\\\[a-z]{1,12}|\\})\\{\\{?[a-z_.]{2,30}\\}\\}?"
              + "|lorem ipsum",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  // In capitals and as a mark; to-do lists may be spoken of.
  private static final Pattern MARK =
      Pattern.compile(
          "(?m)(?<![\\p{L}«\"“])(?:TODO|TBD|FIXME)(?=\\s*[:\\])]|\\s+[—–-]\\s|\\s*$)|\\[(?:TODO|TBD)");

  @Override
  public String name() {
    return "placeholders";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String prose = withoutCode(submission.text());
    Matcher found = PLACEHOLDER.matcher(prose);
    if (found.find() || (found = MARK.matcher(prose)).find()) {
      return Optional.of("\"" + found.group() + "\" was left to be filled in; write the text out");
    }
    return Optional.empty();
  }

  private static String withoutCode(String text) {
    return text.replaceAll("(?s)```.*?(?:```|\\z)|`[^`\\n]*`", " ");
  }
}
