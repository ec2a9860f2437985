package io.broadsheet.generator.translation;

import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.gate.CleanCharacters;
import io.broadsheet.generator.writing.gate.FinishedByStop;
import io.broadsheet.generator.writing.gate.Gates;
import io.broadsheet.generator.writing.gate.Judge;
import io.broadsheet.generator.writing.gate.NoChatter;
import io.broadsheet.generator.writing.gate.NoPromptText;
import io.broadsheet.generator.writing.gate.NoReasoning;
import io.broadsheet.generator.writing.gate.NoRefusal;
import io.broadsheet.generator.writing.gate.NotBlank;
import io.broadsheet.generator.writing.gate.Submission;
import io.broadsheet.generator.writing.gate.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides on an answer to many blocks. A few bad blocks are asked for alone later; an answer
 * without marks, or with many bad blocks, is refused as a whole. Of an answer that was cut off the
 * blocks before the last one are whole, and are used.
 */
final class BatchJudge implements Judge {

  private static final String CUT_OFF = "length";
  private static final String BLOCKS = "blocks";
  private static final int FEW = 3;

  private final List<MaskedBlock> batch;
  private final TranslationGates gates;
  private final Gates anyAnswer;

  /**
   * @param batch what was asked for
   * @param brief the instructions that were given
   */
  BatchJudge(List<MaskedBlock> batch, TranslationGates gates, String brief) {
    this.batch = List.copyOf(batch);
    this.gates = gates;
    this.anyAnswer =
        Gates.of(
            new NotBlank(),
            new NoReasoning(),
            new NoPromptText(brief, List.of()),
            new CleanCharacters());
  }

  @Override
  public Verdict judge(Answer answer) {
    Submission submission = Submission.of(answer);
    Verdict verdict = anyAnswer.judge(submission);
    if (verdict instanceof Verdict.Refused) {
      return verdict;
    }
    Map<Integer, String> texts = texts(submission);
    boolean cutOff = CUT_OFF.equals(submission.finishReason());
    if (!submission.finished() && (!cutOff || texts.isEmpty())) {
      return Gates.of(new FinishedByStop()).judge(submission);
    }
    if (texts.isEmpty()) {
      Verdict said = Gates.of(new NoRefusal(), new NoChatter()).judge(submission);
      return said instanceof Verdict.Refused
          ? said
          : new Verdict.Refused(
              BLOCKS,
              "the answer had none of the marks such as [["
                  + batch.get(0).id()
                  + "]]; begin each translated block with its own");
    }
    List<String> bad = new ArrayList<>();
    Verdict.Refused first = null;
    for (Map.Entry<MaskedBlock, Verdict> judged : verdicts(submission).entrySet()) {
      if (judged.getValue() instanceof Verdict.Refused refused) {
        bad.add("[[" + judged.getKey().id() + "]]");
        first = first == null ? refused : first;
      }
    }
    return bad.size() <= Math.max(FEW, batch.size() / 4) && bad.size() < batch.size()
        ? new Verdict.Passed(submission)
        : new Verdict.Refused(
            first.gate(), "in " + shown(bad) + ", for instance: " + first.reason());
  }

  private static String shown(List<String> bad) {
    String some = String.join(", ", bad.subList(0, Math.min(FEW, bad.size())));
    return bad.size() <= FEW ? some : some + " and " + (bad.size() - FEW) + " more";
  }

  /** The verdict on each block, in order; those that were cut off are missing. */
  Map<MaskedBlock, Verdict> verdicts(Submission submission) {
    Map<Integer, String> texts = texts(submission);
    Set<Integer> ambiguous = Batch.ambiguous(submission.text());
    boolean cutOff = CUT_OFF.equals(submission.finishReason());
    Map<MaskedBlock, Verdict> verdicts = new LinkedHashMap<>();
    for (MaskedBlock block : batch) {
      String text = texts.get(block.id());
      if (ambiguous.contains(block.id())) {
        verdicts.put(block, refused(block, "was given twice"));
      } else if (text != null) {
        verdicts.put(block, new BlockJudge(block, gates).judge(Submission.whole(text)));
      } else if (!cutOff) {
        verdicts.put(block, refused(block, "was missing"));
      }
    }
    return verdicts;
  }

  private static Verdict refused(MaskedBlock block, String what) {
    return new Verdict.Refused(BLOCKS, "block [[" + block.id() + "]] " + what);
  }

  private Map<Integer, String> texts(Submission submission) {
    Map<Integer, String> texts = new LinkedHashMap<>(Batch.read(submission.text()));
    texts.keySet().retainAll(batch.stream().map(MaskedBlock::id).toList());
    if (!submission.finished() && !texts.isEmpty()) {
      List<Integer> ids = List.copyOf(texts.keySet());
      texts.remove(ids.get(ids.size() - 1));
    }
    return texts;
  }
}
