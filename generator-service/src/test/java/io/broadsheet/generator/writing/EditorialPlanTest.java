package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.config.ConfigurationFault;
import io.broadsheet.generator.testing.TestConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EditorialPlanTest {

  private static final String HEAD = "---\nversion: 1\n---\n";
  private static final String BRIEF =
      """
      ---
      version: 1
      name: «Рецепты»
      words: 100-200
      tags: еда
      agreement: Сходство
      conclusion: Итог
      ---
      # purpose
      кормим.

      # tone
      ровный
      # topic
      - еда
      # angles
      - Один
      - Два
      # writing
      - просто
      # composing
      - вкусно
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(DayOfWeek.class)
  void everyWeekdayHasABriefThatRendersWhole(DayOfWeek day) {
    EditorialPlan plan = EditorialPlan.read(TestConfig.of(Map.of()));
    Brief brief = plan.brief(plan.contentType(day));
    Assignment assignment = assignment(brief.contentType());
    Section section = new Section(brief.section(0), "anna", "Текст {части}.");

    Prompt topic = brief.topicPrompt(assignment, List.of("Прежний заголовок"));
    Prompt part = brief.sectionPrompt(assignment, "О чае", brief.section(1));
    Prompt whole = brief.composePrompt(assignment, "О чае", List.of(section));

    assertThat(topic.system()).startsWith("Task: topic\n").contains("2026-03-10");
    assertThat(topic.user()).contains("Language: ru\n", "---\nПрежний заголовок");
    assertThat(part.system()).startsWith("Task: section\n").contains("О чае", brief.section(1));
    assertThat(part.user()).startsWith("Topic: О чае\nSection: " + brief.section(1) + "\n");
    assertThat(whole.system()).startsWith("Task: compose\n").contains("Title:", "Summary:");
    assertThat(whole.user()).contains("---\n[[anna]] " + section.heading(), "Текст {части}.");
    assertThat(whole.system()).contains("## " + brief.agreement(), "## " + brief.conclusion());
    assertThat(List.of(topic.system(), part.system(), whole.system()))
        .noneMatch(prompt -> prompt.contains("{") || prompt.contains("NOT_FOUND"));
  }

  @Test
  void theSevenTypesDiffer() {
    EditorialPlan plan = EditorialPlan.read(TestConfig.of(Map.of()));
    Set<String> prompts = new HashSet<>();
    Arrays.stream(DayOfWeek.values())
        .map(day -> plan.brief(plan.contentType(day)))
        .forEach(
            brief -> {
              prompts.add(brief.topicPrompt(assignment("x"), List.of()).system());
              prompts.add(brief.sectionPrompt(assignment("x"), "t", "s").system());
              prompts.add(brief.composePrompt(assignment("x"), "t", List.of()).system());
            });

    assertThat(prompts).hasSize(21);
  }

  @Test
  void moreWritersThanSectionsWriteAnotherView() {
    EditorialPlan plan = EditorialPlan.read(TestConfig.of(Map.of()));
    Brief brief = plan.brief("howto");

    assertThat(brief.section(5)).isEqualTo(brief.section(0) + " (2)");
  }

  @Test
  void aFileInTheUsersFolderTakesTheBuiltInOnesPlace() throws IOException {
    write("prompts/topic.md", HEAD + "Своя тема про {subject}\n{#if hint}Лучше {hint}{/if}");
    write("howto/section.md", HEAD + "Только здесь: {section}");

    EditorialPlan plan = read("broadsheet.editorial.subject", "чай");

    assertThat(plan.brief("howto").topicPrompt(assignment("howto"), List.of()).system())
        .isEqualTo("Task: topic\n\nСвоя тема про чай\nЛучше починить или привести в порядок вещь");
    assertThat(plan.brief("howto").sectionPrompt(assignment("howto"), "t", "s").system())
        .isEqualTo("Task: section\n\nТолько здесь: s");
    assertThat(plan.brief("myths").sectionPrompt(assignment("myths"), "t", "s").system())
        .contains("Мифы и факты");
  }

  @Test
  void aTypeOfOnesOwnNeedsOnlyItsBrief() throws IOException {
    write("recipes/brief.md", BRIEF);

    Brief brief = read("broadsheet.editorial.monday", "recipes").brief("recipes");

    assertThat(brief.section(1)).isEqualTo("Два");
    assertThat(brief.topicPrompt(assignment("recipes"), List.of()).system())
        .contains("«Рецепты» — кормим.")
        .doesNotContain("Подсказка");
  }

  @Test
  void theBriefInTheDocumentationIsGood() throws IOException {
    String page = Files.readString(Path.of("../docs/writing.md"));
    String brief = page.substring(page.indexOf("    ---\n    version"), page.indexOf("| Part |"));
    write("howto/brief.md", brief.indent(-4));

    assertThat(read("broadsheet.zone", "UTC").brief("howto").section(1))
        .isEqualTo("Что приготовить: вещи, время, условия");
  }

  @Test
  void hintsChangeFromDayToDayAndFromWeekToWeek() {
    Brief brief = EditorialPlan.read(TestConfig.of(Map.of())).brief("howto");
    Set<String> hints = new HashSet<>();
    for (int week = 0; week < 8; week++) {
      LocalDate date = LocalDate.parse("2026-03-10").plusWeeks(week);
      Assignment assignment = new Assignment(date, "howto", "ru", () -> {});
      brief
          .topicPrompt(assignment, List.of())
          .system()
          .lines()
          .filter(line -> line.startsWith("Подсказка"))
          .forEach(hints::add);
    }
    assertThat(hints).hasSize(8);
  }

  @Test
  void aPromptSaysFromWhichVersionOfWhichFilesItWasMade() throws IOException {
    write("howto/section.md", HEAD.replace('1', '7') + "Раз: {section}");
    String before = version();
    write("howto/section.md", HEAD.replace('1', '7') + "Два: {section}");

    assertThat(before).matches("howto@1/section@7#[0-9a-f]{12}");
    assertThat(version()).startsWith("howto@1/section@7#").isNotEqualTo(before);
  }

  private String version() {
    Brief brief = read("broadsheet.zone", "UTC").brief("howto");
    return brief.sectionPrompt(assignment("howto"), "t", "s").version();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "---⏎version: 1⏎---⏎Раз⏎{#if topic}без конца|5|template is bad",
        "---⏎version: 1⏎---⏎Раз⏎⏎{tpoic}|6|{tpoic} is no placeholder",
        "---⏎version: 1⏎---⏎{#if topic}{inject:x}{/if}|4|no placeholder",
        "---⏎version: 1⏎---⏎{good}|4|{good} is no placeholder",
        "Раз|1|front matter is missing",
        "---⏎version: 1⏎Раз|3|name: value",
        "---⏎version: 1|2|does not end",
        "---⏎title: 1⏎---⏎Раз|1|lacks \"version",
        "---⏎version: первая⏎---⏎Раз|2|whole number",
        "---⏎version: 1.5⏎---⏎Раз|2|is \"1.5\"; write a whole number",
        "---⏎version: 1⏎version: 2⏎---⏎Раз|3|stands twice",
        "---⏎version: 1⏎author: я⏎---⏎Раз|3|\"author\" is unknown",
        "---⏎version: 1⏎---⏎⏎ ⏎|5|no text",
      })
  void aBadPromptStopsTheStartNamingFileAndLine(String text, int line, String reason)
      throws IOException {
    write("howto/section.md", text.replace("⏎", "\n"));

    assertFault("howto/section.md", line, reason);
  }

  @Test
  void anEmptyFileStopsTheStart() throws IOException {
    write("howto/section.md", " \n");
    assertFault("howto/section.md", 1, "empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# tone⏎ровный⏎||20|\"# tone\" is missing",
        "ровный||12|\"# tone\" is empty",
        "# tone|# tune|12|\"# tune\" is unknown",
        "# tone|# purpose|12|\"# purpose\" stands twice",
        "- Два|Два|18|\"# angles\" has lines",
        "name: «Рецепты»⏎||1|lacks \"name",
        "words: 100-200|words: мало|4|\"words\" is no range",
        "words: 100-200|words: 300-200|4|\"words\" is no range",
        "tags: еда|tags: #|5|\"tags\" names no tag",
        "conclusion: Итог|conclusion: сходство|7|same heading",
        "# purpose|Раз|9|before the first section",
        "version: 1||1|lacks \"version",
      })
  void aBadBriefStopsTheStartNamingFileAndLine(String good, String bad, int line, String reason)
      throws IOException {
    String was = good.replace("⏎", "\n");
    assertThat(BRIEF).contains(was);
    write("howto/brief.md", BRIEF.replace(was, bad == null ? "" : bad));

    assertFault("howto/brief.md", line, reason);
  }

  private void assertFault(String file, int line, String reason) {
    assertThatThrownBy(() -> read("broadsheet.zone", "UTC"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.editorial.tuesday ")
        .hasMessageContainingAll(folder.resolve(file) + ", line " + line + ": ", reason);
  }

  @Test
  void anUnknownTypeStopsTheStart() {
    assertThatThrownBy(() -> read("broadsheet.editorial.friday", "horoscope"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.editorial.friday ")
        .hasMessageContainingAll("horoscope", "longread");
    assertThatThrownBy(() -> read("broadsheet.editorial.friday", "../etc"))
        .isInstanceOf(ConfigurationFault.class);
  }

  @Test
  void aMissingFolderStopsTheStart() {
    assertThatThrownBy(
            () ->
                EditorialPlan.read(
                    TestConfig.of(
                        Map.of("broadsheet.editorial.folder", folder.resolve("no").toString()))))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.editorial.folder ");
  }

  @ParameterizedTest
  @CsvSource({
    "howto/breif.md, howto/brief.md",
    "howtoo/brief.md, howto/brief.md",
    "prompts/sections.md, prompts/section.md",
    "topic.md, howto/topic.md",
    "howto/old/section.md, howto/section.md",
    "howto/Section.md, howto/section.md",
    "recipes/brief.md, debate/brief.md"
  })
  @Case("misspelt-file-goes-unseen")
  void aFileThatNothingReadsStopsTheStart(String name, String nearest) throws IOException {
    write(name, BRIEF);

    assertThatThrownBy(() -> read("broadsheet.zone", "UTC"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.editorial.folder ")
        .hasMessageContainingAll(folder.resolve(name) + ", which", "nearest name is " + nearest);
  }

  @Test
  @Case("misspelt-file-goes-unseen")
  void aMountedConfigMapHoldsMoreThanItsFiles() throws IOException {
    write("..2026_03_10/howto/section.md", HEAD + "Только здесь: {section}");
    Files.createSymbolicLink(folder.resolve("..data"), Path.of("..2026_03_10"));
    Files.createSymbolicLink(folder.resolve("howto"), Path.of("..data/howto"));
    write(".git/config", "");
    write("myths/.section.md.swp", "");
    write("longread/plain.md", HEAD + "{topic}");

    Brief brief = read("broadsheet.editorial.saturday", "howto").brief("howto");

    assertThat(brief.sectionPrompt(assignment("howto"), "t", "s").system())
        .isEqualTo("Task: section\n\nТолько здесь: s");
    Files.createFile(folder.resolve("..2026_03_10/howto/README"));
    assertThatThrownBy(() -> read("broadsheet.zone", "UTC"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining(folder.resolve("howto/README") + ", which");
  }

  @Test
  @Case("mount-that-became-a-folder")
  void aFolderInAFilesPlaceStopsTheStart() throws IOException {
    Path brief = Files.createDirectories(folder.resolve("howto/brief.md"));

    assertThatThrownBy(() -> read("broadsheet.zone", "UTC"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.editorial.folder ")
        .hasMessageContaining(brief + ", which is no file");
  }

  @Test
  @Case("russian-words-in-another-newspaper")
  void anotherSourceLanguageNeedsItsOwnBriefsAndLead() throws IOException {
    assertThatThrownBy(() -> read("broadsheet.languages.source", "de"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith("broadsheet.languages.source ")
        .hasMessageContainingAll("is de", "explainer/brief.md", "broadsheet.editorial.folder");

    for (DayOfWeek day : DayOfWeek.values()) {
      write(EditorialPlan.read(TestConfig.of(Map.of())).contentType(day) + "/brief.md", BRIEF);
    }
    assertThatThrownBy(() -> read("broadsheet.languages.source", "de"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContaining("prompts/plain.md");

    write("prompts/plain.md", HEAD + "Thema: {topic}.");
    assertThat(read("broadsheet.languages.source", "de").brief("howto").plainLead("Tee"))
        .isEqualTo("Thema: Tee.");
  }

  @Test
  @Case("byline-under-anothers-section")
  void aPlainLeadThatSwallowsTheSectionsStopsTheStart() throws IOException {
    for (String lead : List.of("```\nТема {topic}", "<!-- {topic}", "## О теме\n\n[[anna]]")) {
      write("howto/plain.md", HEAD + lead);
      assertFault("howto/plain.md", 4, "would not be parts of their own");
    }
    write("howto/plain.md", HEAD + "О теме\n---\n\n{topic}");
    assertThat(read("broadsheet.zone", "UTC").brief("howto").plainLead("Чай")).endsWith("Чай");
  }

  private EditorialPlan read(String key, String value) {
    return EditorialPlan.read(
        TestConfig.of(Map.of("broadsheet.editorial.folder", folder.toString(), key, value)));
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static Assignment assignment(String type) {
    return new Assignment(LocalDate.parse("2026-03-10"), type, "ru", () -> {});
  }
}
