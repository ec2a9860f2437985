package io.broadsheet.generator.writing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One question to a model. The system prompt begins with a line {@code Task: <task>}, followed by
 * the brief; the user prompt has a labelled line for each fact, a line {@code ---}, then the
 * material.
 *
 * @param task what is asked for
 * @param brief the editor's instructions
 * @param facts label to value, in order, for instance {@code Topic}; line breaks become spaces
 * @param material what the work is to be done on; may be empty
 * @param version which version of which brief it was made from; no part of the question
 */
public record Prompt(
    Task task, String brief, Map<String, String> facts, String material, String version) {

  private static final String FAULT = "Fault";

  public Prompt {
    facts = new LinkedHashMap<>(facts);
  }

  /** One whose brief is always the same words; its version is their hash. */
  public Prompt(Task task, String brief, Map<String, String> facts, String material) {
    this(task, brief, facts, material, task.wireName() + "@" + Sha256.shortHex(brief));
  }

  /** The system prompt. */
  public String system() {
    return "Task: " + task.wireName() + "\n\n" + brief.strip();
  }

  /** The user prompt. */
  public String user() {
    return facts.entrySet().stream()
        .map(fact -> fact.getKey() + ": " + oneLine(fact.getValue()) + "\n")
        .collect(Collectors.joining("", "", "---\n" + material));
  }

  /** The same question, with the reason why the last answer was not accepted. */
  public Prompt withFault(String reason) {
    Map<String, String> more = new LinkedHashMap<>(facts);
    more.put(FAULT, reason);
    return new Prompt(task, brief, more, material, version);
  }

  /** The SHA-256, in hex, of the rendered prompts and the model: the same question to the same. */
  public String hash(String model) {
    return Sha256.hex(model, system(), user());
  }

  private static String oneLine(String value) {
    return value.replaceAll("\\s+", " ").strip();
  }
}
