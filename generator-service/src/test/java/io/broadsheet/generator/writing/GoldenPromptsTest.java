package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.testing.TestConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each content type asks, word for word. A change of a prompt shows here whole: read it, copy
 * the actual text into {@code prompts/<type>.txt}, and raise the version in the front matter.
 */
class GoldenPromptsTest {

  private final EditorialPlan plan = EditorialPlan.read(TestConfig.of(Map.of()));

  @ParameterizedTest
  @ValueSource(
      strings = {"explainer", "howto", "history", "myths", "debate", "longread", "questions"})
  void promptsAreAsTheyWereRead(String type) throws IOException {
    Brief brief = plan.brief(type);
    Assignment assignment = new Assignment(LocalDate.parse("2026-03-10"), type, "ru", () -> {});
    String topic = "Почему чай остывает";
    Section section = new Section(brief.section(0), "anna", "Чай отдаёт тепло воздуху и чашке.");

    assertThat(
            String.join(
                "\n==========\n",
                whole(brief.topicPrompt(assignment, List.of("Прежний заголовок"))),
                whole(brief.sectionPrompt(assignment, topic, brief.section(1))),
                whole(brief.composePrompt(assignment, topic, List.of(section)))))
        .isEqualTo(golden(type));
  }

  private static String whole(Prompt prompt) {
    return prompt.system() + "\n\n" + prompt.user() + "\n";
  }

  private static String golden(String type) throws IOException {
    try (InputStream file =
        GoldenPromptsTest.class.getResourceAsStream("/prompts/" + type + ".txt")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
