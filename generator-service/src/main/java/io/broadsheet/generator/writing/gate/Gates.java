package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Answer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Gates in the order in which they are asked; the first that refuses decides. */
public record Gates(List<Gate> gates) {

  public Gates {
    gates = List.copyOf(gates);
  }

  /** Gates that any answer must pass, then the given ones. */
  public static Gates of(Gate... more) {
    return new Gates(
        Stream.concat(
                Stream.of(new FinishedByStop(), new NotBlank(), new NoReasoning()),
                Arrays.stream(more))
            .toList());
  }

  /** Cleans the answer's text and asks every gate. */
  public Verdict judge(Answer answer) {
    String text = AnswerCleaning.clean(answer.text());
    for (Gate gate : gates) {
      Optional<String> fault = gate.fault(answer, text);
      if (fault.isPresent()) {
        return new Verdict.Refused(gate.name(), fault.get());
      }
    }
    return new Verdict.Passed(text);
  }
}
