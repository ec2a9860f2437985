package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.gate.Gate;
import io.broadsheet.generator.writing.gate.GateSettings.Ratio;
import io.broadsheet.generator.writing.gate.Submission;
import java.lang.Character.UnicodeScript;
import java.util.Optional;

/**
 * The translation is about as long as its source. A sign of Chinese or Japanese counts as three
 * letters, one of Korean as two; a little is always allowed, for short texts vary most.
 *
 * @param source what was to be translated
 * @param ratio bounds, as a multiple of the source's length
 */
record LengthRatio(String source, Ratio ratio) implements Gate {

  private static final int MARGIN = 40;

  @Override
  public String name() {
    return "length-ratio";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    int before = length(source);
    int after = length(submission.text());
    return after >= ratio.least() * before - MARGIN && after <= ratio.most() * before + MARGIN
        ? Optional.empty()
        : Optional.of(
            "the translation had "
                + after
                + " characters, its source "
                + before
                + "; translate all of it and add nothing");
  }

  private static int length(String text) {
    return text.codePoints().map(LengthRatio::weight).sum();
  }

  private static int weight(int point) {
    UnicodeScript script = UnicodeScript.of(point);
    return switch (script) {
      case HAN, HIRAGANA, KATAKANA -> 3;
      case HANGUL -> 2;
      default -> 1;
    };
  }
}
