package io.broadsheet.sandbox.llm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.broadsheet.sandbox.wire.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WritersTest {
  private static final List<String> NAMES = List.of("anna", "boris", "vera", "gleb", "dina");

  private static Prompt prompt(String system, String user) {
    ArrayNode messages = Json.array();
    messages.addObject().put("role", "system").put("content", system);
    messages.addObject().put("role", "user").put("content", user);
    return Prompt.of(messages, "anna");
  }

  private static String section(String writer, String topic) {
    return new SectionWriter()
        .write(prompt("Task: section", "Topic: " + topic + "\nLanguage: ru"), writer);
  }

  private static Article article(List<String> writers, String topic) {
    StringBuilder material = new StringBuilder();
    writers.forEach(
        writer ->
            material
                .append("Writer: ")
                .append(writer)
                .append("\n\n")
                .append(section(writer, topic))
                .append("\n\n"));
    return new Composer()
        .compose(prompt("Task: compose", "Topic: " + topic + "\n---\n" + material), "composer");
  }

  @Test
  void theSamePromptGivesTheSameText() {
    for (String name : NAMES) {
      assertEquals(section(name, "Море"), section(name, "Море"));
      assertNotEquals(section(name, "Море"), section(name, "Горы"));
    }
  }

  @Test
  void writersShareNoSentence() {
    Set<String> seen = new HashSet<>();
    for (String name : NAMES) {
      for (String sentence : section(name, "Море").split("(?<=[.?!]) |\n+")) {
        assertTrue(seen.add(sentence), name + " repeats: " + sentence);
      }
    }
  }

  @Test
  void sectionsAreParagraphsOnTheTopicOfDecentLength() {
    for (String name : NAMES) {
      String text = section(name, "Тихая жизнь «у моря»");
      int words = text.split("\\s+").length;
      assertTrue(words >= 150 && words <= 400, name + " wrote " + words + " words");
      assertTrue(text.contains("«Тихая жизнь у моря»"), text);
      assertTrue(text.lines().noneMatch(line -> line.startsWith("#")), text);
      assertTrue(text.split("\n\n").length >= 4, text);
    }
  }

  @Test
  void anyProviderNameHasAVoice() {
    assertEquals(section("gpt-x", "Море"), section("gpt-x", "Море"));
    assertTrue(section("gpt-x", "Море").length() > 500);
  }

  @Test
  void topicsDifferDayByDayAndAreTitles() {
    Set<String> titles = new HashSet<>();
    for (int day = 1; day <= 60; day++) {
      String title = new TopicWriter().write(prompt("Task: topic", "Date: 2026-10-" + day), "anna");
      int words = title.split("\\s+").length;
      assertTrue(words >= 4 && words <= 10, title);
      assertTrue(!title.contains("\n"), title);
      titles.add(title);
    }
    assertTrue(titles.size() >= 59, titles.size() + " titles in 60 days");
  }

  @Test
  void topicsAvoidWhatThePromptNames() {
    StringBuilder told = new StringBuilder("Date: 2026-10-01\n---\n");
    for (int i = 0; i < 60; i++) {
      String title = new TopicWriter().write(prompt("Task: topic", told.toString()), "anna");
      String start = title.substring(0, title.indexOf(':'));
      assertTrue(!told.toString().contains(start), title);
      told.append(title).append('\n');
    }
  }

  @Test
  void composesWithTitleSummaryTagsAndASectionPerWriter() {
    String topic = "Тихая революция в библиотеках: пять уроков для новичка";
    Article article = article(List.of("anna", "vera"), topic);
    String[] lines = article.text().split("\n");
    assertEquals("Title: " + topic, lines[0]);
    assertTrue(lines[1].matches("Summary: .{120,300}"), lines[1]);
    assertTrue(lines[2].matches("Tags: [^,]+, [^,]+, [^,]+"), lines[2]);
    assertEquals("", lines[3]);
    assertTrue(article.body().contains("\n## Anna: "), article.body());
    assertTrue(article.body().contains("\n## Vera: "), article.body());
    assertTrue(article.body().contains(section("anna", topic)));
    assertTrue(article.body().indexOf("## ") > 50, "the lead comes first");
  }

  @Test
  void composesAFrameWhereMarksAreAskedFor() {
    String body =
        new Composer()
            .compose(
                prompt(
                    "Task: compose",
                    "Topic: Море\nAgreement: Сходство\nConclusion: Вывод\n---\n"
                        + "[[anna]] Начало\n\nРаз.\n\n[[vera]] Конец\n\nДва."),
                "composer")
            .body();
    assertTrue(
        body.contains("\n\n## Начало\n\n[[anna]]\n\n## Конец\n\n[[vera]]\n\n## Сходство\n\n"),
        body);
    assertTrue(body.contains("anna и vera"), body);
    assertTrue(body.contains("\n\n## Вывод\n\n"), body);
    assertTrue(!body.contains("Раз."), body);
    String english = new Translator().translate(body);
    assertTrue(english.contains("anna and vera"), english);
    assertTrue(!english.matches("(?s).*\\p{IsCyrillic}.*"), english);
  }

  @Test
  void draftsAreFoundUnderOtherAnnouncementsToo() {
    assertEquals(
        List.of(
            new Drafts.Draft("anna", false, "Раз."),
            new Drafts.Draft("vera", false, "### Б\n\nДва.")),
        Drafts.of("=== anna ===\nРаз.\n\n=== vera ===\n# Б\n\nДва."));
    assertEquals(
        List.of(new Drafts.Draft("О деле", true, "Раз.")), Drafts.of("## О деле\n\nРаз.\n\n---\n"));
    assertEquals(
        List.of(new Drafts.Draft("anna", false, "Автор прав.")),
        Drafts.of("### Draft by anna:\nАвтор прав."));
    assertEquals(List.of(new Drafts.Draft("", false, "Раз.")), Drafts.of("Раз."));
  }

  @Test
  void theTaskIsReadFromPlainWords() {
    assertEquals(Task.TOPIC, prompt("", "Предложите тему").task());
    assertEquals(Task.TRANSLATE, prompt("Переведите", "Привет").task());
    assertEquals(Task.SECTION, prompt("", "Напишите о море").task());
    assertEquals(Task.COMPOSE, prompt("Task: compose\n\nMerge.", "Topic: x\n---\ny").task());
  }
}
