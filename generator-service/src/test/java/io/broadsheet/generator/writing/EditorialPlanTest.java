package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.params.provider.EnumSource;

class EditorialPlanTest {

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
    assertThat(whole.user()).contains("---\n## " + section.heading(), "Текст {части}.");
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
    write("howto/topic.md", "Своя тема про {subject}");

    Brief brief = read("broadsheet.editorial.subject", "чай").brief("howto");

    assertThat(brief.topicPrompt(assignment("howto"), List.of()).system())
        .isEqualTo("Task: topic\n\nСвоя тема про чай");
    assertThat(brief.sectionPrompt(assignment("howto"), "t", "s").system()).contains("Практикум");
  }

  @Test
  void aBadTemplateStopsTheStartNamingFileAndLine() throws IOException {
    write("howto/section.md", "Первая строка\n{#if topic}без конца");
    assertThatThrownBy(() -> read("broadsheet.zone", "UTC"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContainingAll(folder.resolve("howto/section.md").toString(), "line 2");

    write("howto/section.md", "Первая строка\n\n{tpoic}");
    assertThatThrownBy(() -> read("broadsheet.zone", "UTC"))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageContainingAll(folder.resolve("howto/section.md").toString(), "line 3", "tpoic");
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
