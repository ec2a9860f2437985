package io.broadsheet.sandbox.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TranslatorTest {
  private static final Pattern CYRILLIC = Pattern.compile("\\p{IsCyrillic}");

  private final Translator translator = new Translator();

  private static List<String> all(String pattern, String text) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group());
    }
    return found;
  }

  @Test
  void everyPhraseHasItsEnglish() {
    List<PhraseFile> files = new ArrayList<>();
    Voice.ALL.values().forEach(voice -> files.add(voice.phrases()));
    files.add(Shared.PHRASES);
    for (PhraseFile file : files) {
      for (List<Phrase> phrases : file.sections().values()) {
        for (Phrase phrase : phrases) {
          assertEquals(
              phrase.english().replace("{t}", "The sea").toLowerCase(),
              translator.translate(phrase.russianWith("The sea")).toLowerCase());
          assertFalse(CYRILLIC.matcher(phrase.english()).find(), phrase.english());
          assertEquals(all("\\d+", phrase.russian()), all("\\d+", phrase.english()));
        }
      }
    }
  }

  @Test
  void keepsStructureLinksNumbersAndCode() {
    String russian =
        """
        Title: Тихая революция в библиотеках: пять уроков для новичка
        Summary: Неведомые слова, 42 раза и 3,5 %.
        Tags: наука, город

        # Заголовок

        Текст со [ссылкой](https://a.example/путь?x=1) и ![рисунок](https://b.example/y.png).

        ## Итог

        1. Раз `код()`
        2. **Два** и *три*

        > Цитата «как есть»

        ```java
        int x = 7; // код
        ```

        | а | б |
        |---|---|
        | 1 | 2 |
        """;
    String english = translator.translate(russian);
    for (String pattern :
        List.of(
            "^#+ ",
            "\\]\\([^)]*\\)",
            "\\d+(?:,\\d+)?",
            "`[^`\n]+`",
            "^\\d\\. ",
            "^> ",
            "```[\\s\\S]*```",
            "^(?:Title|Summary|Tags): ",
            "\\*+",
            "^\\|.*-.*$")) {
      assertEquals(all(pattern, russian), all(pattern, english), pattern);
    }
    assertEquals(russian.lines().count(), english.lines().count());
    String prose = english.replaceAll("```[\\s\\S]*?```|`[^`]*`|\\]\\([^)]*\\)", "");
    assertFalse(CYRILLIC.matcher(prose).find(), prose);
    assertTrue(english.startsWith("Title: A quiet revolution in libraries: five lessons"));
    assertTrue(english.contains("Tags: science, city"), english);
    assertEquals(english, translator.translate(russian));
  }

  @Test
  void aWholeArticleReadsAsEnglishOfLikeLength() {
    StringBuilder russian = new StringBuilder();
    Phrase subject = Shared.section("subject").get(3);
    for (Voice voice : Voice.ALL.values()) {
      voice.openings().forEach(p -> russian.append(p.russianWith(subject.russian())).append(' '));
      voice.arguments().forEach(p -> russian.append(p.russian()).append(' '));
      voice.items().forEach(p -> russian.append("\n- ").append(p.russian()));
      russian.append("\n\n");
    }
    String english = translator.translate(russian.toString());
    assertFalse(CYRILLIC.matcher(english).find(), english);
    double ratio = (double) english.length() / russian.length();
    assertTrue(ratio > 0.6 && ratio < 1.8, "ratio " + ratio);
    assertEquals(all("^- \\*\\*", russian.toString()), all("^- \\*\\*", english));
    assertTrue(english.contains("“The hidden economy”"), english);
  }
}
