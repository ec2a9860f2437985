package io.broadsheet.generator.writing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
 */
public record Prompt(Task task, String brief, Map<String, String> facts, String material) {

  private static final String FAULT = "Fault";

  public Prompt {
    facts = new LinkedHashMap<>(facts);
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
    return new Prompt(task, brief, more, material);
  }

  /** The SHA-256, in hex, of the rendered prompts and the model: the same question to the same. */
  public String hash(String model) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      for (String part : new String[] {model, system(), user()}) {
        sha256.update(part.getBytes(StandardCharsets.UTF_8));
        sha256.update((byte) 0);
      }
      return HexFormat.of().formatHex(sha256.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static String oneLine(String value) {
    return value.replaceAll("\\s+", " ").strip();
  }
}
