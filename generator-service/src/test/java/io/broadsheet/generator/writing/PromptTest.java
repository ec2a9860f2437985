package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PromptTest {

  private final Map<String, String> facts = new LinkedHashMap<>();

  @Test
  void hasTheTaskTheFactsAndTheMaterial() {
    facts.put("Topic", "О\nчае");
    facts.put("Language", "ru");
    Prompt prompt = new Prompt(Task.SECTION, "Пиши.\n", facts, "План");

    assertThat(prompt.system()).isEqualTo("Task: section\n\nПиши.");
    assertThat(prompt.user()).isEqualTo("Topic: О чае\nLanguage: ru\n---\nПлан");
    assertThat(prompt.withFault("слишком\nкоротко").user())
        .isEqualTo("Topic: О чае\nLanguage: ru\nFault: слишком коротко\n---\nПлан");
  }

  @Test
  void hashesEveryPartAndTheModel() {
    Prompt prompt = new Prompt(Task.TOPIC, "a", facts, "b");

    assertThat(prompt.hash("m")).hasSize(64).isEqualTo(prompt.hash("m"));
    assertThat(prompt.hash("m"))
        .isNotEqualTo(prompt.hash("n"))
        .isNotEqualTo(new Prompt(Task.TOPIC, "a", facts, "c").hash("m"))
        .isNotEqualTo(new Prompt(Task.SECTION, "a", facts, "b").hash("m"))
        .isNotEqualTo(prompt.withFault("f").hash("m"));
  }
}
