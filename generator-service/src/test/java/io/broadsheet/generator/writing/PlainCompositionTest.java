package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.testing.TestConfig;
import io.broadsheet.generator.writing.gate.GateSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainCompositionTest {

  private final Brief brief = EditorialPlan.read(TestConfig.of(Map.of())).brief("howto");

  @Test
  void putsSectionsUnderHeadingsInTheirOrder() {
    Article article =
        composed(
            "О чае",
            Map.of(),
            new Section(
                "Начало: что это", "anna", "Чай — **напиток**, см. [тут](https://e.org).\n\nЕщё."),
            new Section("Конец", "boris", "Конец."));

    assertThat(article.title()).isEqualTo("О чае");
    assertThat(article.summary()).isEqualTo("Чай — напиток, см. тут.");
    assertThat(article.body())
        .startsWith("Тема этого выпуска — «О чае».")
        .endsWith(
            "\n\n## Начало\n\nЧай — **напиток**, см. [тут](https://e.org).\n\nЕщё.\n\n## Конец\n\nКонец.");
  }

  @Test
  void shortensBetweenWordsToWhatTheGatesAllow() {
    Section section = new Section("a", "b", "слово ".repeat(99));
    Article article = composed("слово ".repeat(60), Map.of(), section);

    assertThat(article.title()).hasSizeLessThanOrEqualTo(150).endsWith("слово…");
    assertThat(article.summary()).hasSizeLessThanOrEqualTo(300).endsWith("слово…");

    Article shorter =
        composed(
            "слово ".repeat(60),
            Map.of("broadsheet.gates.title.most", "40", "broadsheet.gates.summary.most", "50"),
            section);
    assertThat(shorter.title()).hasSizeLessThanOrEqualTo(40);
    assertThat(shorter.summary()).hasSizeLessThanOrEqualTo(50);
  }

  private Article composed(String topic, Map<String, String> gates, Section... sections) {
    return PlainComposition.of(
            topic, brief, List.of(sections), GateSettings.read(TestConfig.of(gates)))
        .article();
  }
}
