package io.broadsheet.generator.translation;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceLeftTest {

  private static final List<String> NAMES = List.of("anna", "boris", "vera", "gleb", "dina");

  @Test
  @Case("eight-authors-in-a-row")
  void writersNamesInARowAreNoWordsLeftOver() {
    SourceLeft gate = new SourceLeft("en", "ru", 0.02, NAMES);

    assertThat(gate.fault(whole("Сходятся anna, boris, vera, gleb, dina: крышка помогает.")))
        .isEmpty();
    assertThat(gate.fault(whole("Сходятся anna и vera: a lid helps the most, всегда.")))
        .isPresent();
  }

  private static Submission whole(String text) {
    return Submission.whole(text);
  }
}
