package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.testing.TestConfig;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.gate.GateSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextChangeTest {

  private static final LanguageText TEXT =
      new LanguageText("ru", new Article("Хлеб", "О хлебе.", List.of("хлеб"), "Тесто."));

  private static final GateSettings BOUNDS = GateSettings.read(TestConfig.of(Map.of()));

  @Test
  void changesOnlyWhatIsGiven() {
    TextChange change = new TextChange(" Каша ", null, null, List.of("#каша", " утро ", "каша"));

    assertThat(change.fault(BOUNDS)).isEmpty();
    assertThat(change.appliedTo(TEXT))
        .isEqualTo(
            new LanguageText(
                "ru", new Article("Каша", "О хлебе.", List.of("каша", "утро"), "Тесто.")));
    assertThat(change.appliedTo(TEXT).slug()).isEqualTo("kasha");
    TextChange body = new TextChange(null, "О каше.", "    код\r\n\r\nкаша\r\n", null);
    assertThat(body.appliedTo(TEXT))
        .isEqualTo(
            new LanguageText(
                "ru", new Article("Хлеб", "О каше.", List.of("хлеб"), "    код\n\nкаша\n")));
  }

  @Test
  void thereMustBeSomethingToChange() {
    assertThat(new TextChange(null, null, null, null).fault(BOUNDS).orElseThrow())
        .contains("nothing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "две\nстроки", "a\0b", "a\u2028b"})
  void aTitleIsOneLine(String title) {
    assertThat(new TextChange(title, null, null, null).fault(BOUNDS).orElseThrow())
        .startsWith("title");
    assertThat(new TextChange(null, title, null, null).fault(BOUNDS).orElseThrow())
        .startsWith("summary");
    assertThat(new TextChange(null, null, null, List.of("x", title)).fault(BOUNDS).orElseThrow())
        .startsWith("each of tags");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n ", "a\0b"})
  void aBodyIsNotBlankAndCanBeStored(String body) {
    assertThat(new TextChange(null, null, body, null).fault(BOUNDS).orElseThrow())
        .startsWith("bodyMarkdown");
  }

  @ParameterizedTest(name = "{index}")
  @ValueSource(strings = {"😀б\uD83D", "😀б\uDE00", "😀б\uD83D г", "😀б\uDE00\uD83D"})
  @Case("half-a-character-in-an-edit")
  void halfACharacterIsToldWithItsPlace(String text) {
    assertFault(new TextChange(text, null, null, null), "title holds", "surrogate", "character 3;");
    assertFault(new TextChange(null, text, null, null), "summary holds", "character 3;");
    assertFault(new TextChange(null, null, text, null), "bodyMarkdown holds", "character 3;");
    assertFault(new TextChange(null, null, null, List.of("x", text)), "tags", "character 3;");
  }

  @Test
  void thereAreLimits() {
    assertFault(new TextChange("т".repeat(151), null, null, null), "title has 151", "150");
    assertFault(new TextChange(null, "т".repeat(601), null, null), "summary has 601", "600");
    assertFault(new TextChange(null, null, "т".repeat(60_001), null), "60001", "60000");
    assertFault(new TextChange(null, null, null, List.of("т".repeat(41))), "41", "40");
    List<String> eleven = List.of("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");
    assertFault(new TextChange(null, null, null, eleven), "11 tags", "10");
    TextChange most =
        new TextChange(
            "т".repeat(150), "т".repeat(600), "😀".repeat(60_000), eleven.subList(0, 10));
    assertThat(most.fault(BOUNDS)).isEmpty();
  }

  private static void assertFault(TextChange change, String... parts) {
    assertThat(change.fault(BOUNDS).orElseThrow()).contains(parts);
  }
}
