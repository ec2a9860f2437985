package io.broadsheet.generator.writing;

import io.broadsheet.generator.writing.gate.NoRepetition;
import io.broadsheet.generator.writing.gate.Submission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Compares the sections of an article with each other before they are composed. Two that share a
 * paragraph make an article that its gates refuse whoever composes it, which would cost every
 * composer's tries.
 */
public final class LeaveOutRepeats {

  private final NoRepetition noRepetition;

  /**
   * @param noRepetition as it is asked about the whole article
   */
  public LeaveOutRepeats(NoRepetition noRepetition) {
    this.noRepetition = noRepetition;
  }

  /**
   * The sections without those that repeat an earlier one.
   *
   * @param sections in the order of the brief, each good in itself
   * @param leftOut told of each one that is left out, and why
   */
  public List<Section> of(Collection<Section> sections, BiConsumer<Section, String> leftOut) {
    List<Section> kept = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Section section : sections) {
      String longer = text + "\n\n" + section.text();
      Optional<String> fault = noRepetition.fault(Submission.whole(longer));
      if (fault.isPresent()) {
        leftOut.accept(section, "repeats an earlier section: " + fault.get());
      } else {
        kept.add(section);
        text.append("\n\n").append(section.text());
      }
    }
    return kept;
  }
}
