package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.List;
import java.util.Optional;

/** Gates in the order in which they are asked; the first that refuses decides. */
public record Gates(List<Gate> gates) implements Judge {

  public Gates {
    gates = List.copyOf(gates);
  }

  /** Gates in the given order. */
  public static Gates of(Gate... gates) {
    return new Gates(List.of(gates));
  }

  @Override
  public Verdict judge(Answer answer) {
    return judge(Submission.of(answer));
  }

  /** Asks every gate. */
  public Verdict judge(Submission submission) {
    for (Gate gate : gates) {
      Optional<String> fault = gate.fault(submission);
      if (fault.isPresent()) {
        return new Verdict.Refused(gate.name(), fault.get());
      }
    }
    return new Verdict.Passed(submission);
  }
}
