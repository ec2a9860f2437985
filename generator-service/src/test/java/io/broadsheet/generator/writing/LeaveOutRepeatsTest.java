package io.broadsheet.generator.writing;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.generator.writing.gate.NoRepetition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaveOutRepeatsTest {

  private static final String SHARED =
      "Накройте чашку крышкой, и пар останется внутри: с ним уходит больше всего тепла, это видно сразу.";

  private final LeaveOutRepeats leaveOutRepeats = new LeaveOutRepeats(new NoRepetition(3));
  private final List<String> leftOut = new ArrayList<>();

  @Test
  @Case("two-sections-one-paragraph")
  void ofTwoSectionsThatShareAParagraphTheLaterOneIsLeftOut() {
    List<Section> kept =
        of(
            section("anna", "Первая мысль.\n\n" + SHARED),
            section("boris", "Другая мысль.\n\n**" + SHARED + "**"),
            section("vera", "Третья мысль."));

    assertThat(kept).extracting(Section::writer).containsExactly("anna", "vera");
    assertThat(leftOut).hasSize(1);
    assertThat(leftOut.get(0))
        .startsWith("boris repeats an earlier section: a paragraph stood twice");
  }

  @Test
  void whatIsLeftOutIsNotComparedWithLaterOnes() {
    String other =
        "Согрейте чашку кипятком, и чай остынет позже: холодный фарфор берёт тепло первым, и берёт много.";
    List<Section> kept =
        of(
            section("anna", SHARED),
            section("boris", SHARED + "\n\n" + other),
            section("vera", other));

    assertThat(kept).extracting(Section::writer).containsExactly("anna", "vera");
  }

  @Test
  void sectionsOfTheirOwnWordsAreAllKept() {
    assertThat(of(section("anna", "Одно."), section("boris", "Другое."))).hasSize(2);
    assertThat(leftOut).isEmpty();
  }

  private List<Section> of(Section... sections) {
    return leaveOutRepeats.of(
        List.of(sections), (section, reason) -> leftOut.add(section.writer() + " " + reason));
  }

  private static Section section(String writer, String text) {
    return new Section("О чае", writer, text);
  }
}
