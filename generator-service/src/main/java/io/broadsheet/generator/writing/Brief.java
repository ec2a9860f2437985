package io.broadsheet.generator.writing;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How articles of one content type are asked for: its prompts, with its brief filled in. */
public final class Brief {

  private final ContentType type;
  private final String subject;
  private final Prompts prompts;

  /** The templates of the three questions, and of the lead that stands where nobody wrote one. */
  record Prompts(
      PromptTemplate topic, PromptTemplate section, PromptTemplate compose, PromptTemplate plain) {}

  Brief(ContentType type, String subject, Prompts prompts) {
    this.type = type;
    this.subject = subject;
    this.prompts = prompts;
  }

  /** The content type's name. */
  public String contentType() {
    return type.id();
  }

  /**
   * What the writer of that number writes about.
   *
   * @param number from 0; beyond the last angle the list begins again, as another view
   */
  public String section(int number) {
    return type.angle(number);
  }

  /** The heading of the part on where the authors agree and differ. */
  public String agreement() {
    return type.agreement();
  }

  /** The heading of the last part. */
  public String conclusion() {
    return type.conclusion();
  }

  /** Tags of an article that no composer glued. */
  public List<String> tags() {
    return type.tags();
  }

  /** The lead of an article that no composer glued. */
  public String plainLead(String topicText) {
    return prompts.plain().render(Map.of("topic", topicText, "name", type.name()));
  }

  /** The question for a topic. */
  public Prompt topicPrompt(Assignment assignment, List<String> recentTitles) {
    Map<String, Object> data = data(assignment);
    data.put("good", type.topic());
    data.put("hint", type.hint(assignment.date()));
    return new Prompt(
        Task.TOPIC,
        prompts.topic().render(data),
        facts(assignment, Map.of()),
        String.join("\n", recentTitles),
        version("topic", prompts.topic()));
  }

  /** The question for one section. */
  public Prompt sectionPrompt(Assignment assignment, String topicText, String sectionName) {
    Map<String, Object> data = data(assignment);
    data.put("topic", topicText);
    data.put("section", sectionName);
    data.put("writing", type.writing());
    data.put("words", type.words());
    return new Prompt(
        Task.SECTION,
        prompts.section().render(data),
        facts(assignment, Map.of("Topic", topicText, "Section", sectionName)),
        String.join("\n", type.angles()),
        version("section", prompts.section()));
  }

  /** The question for the frame of the article; see {@link Frame}. */
  public Prompt composePrompt(Assignment assignment, String topicText, List<Section> written) {
    Map<String, Object> data = data(assignment);
    data.put("topic", topicText);
    data.put("composing", type.composing());
    data.put("agreement", type.agreement());
    data.put("conclusion", type.conclusion());
    StringBuilder material = new StringBuilder();
    for (Section one : written) {
      material.append(Frame.mark(one.writer())).append(' ').append(one.heading());
      material.append("\n\n").append(one.text()).append("\n\n");
    }
    return new Prompt(
        Task.COMPOSE,
        prompts.compose().render(data),
        facts(
            assignment,
            Map.of(
                "Topic",
                topicText,
                "Agreement",
                type.agreement(),
                "Conclusion",
                type.conclusion())),
        material.toString().strip(),
        version("compose", prompts.compose()));
  }

  // Versions are for people; the hash tells apart what was edited without a new one.
  private String version(String prompt, PromptTemplate template) {
    return "%s@%d/%s@%d#%s"
        .formatted(
            type.id(),
            type.version(),
            prompt,
            template.version(),
            Sha256.shortHex(type.source(), template.source()));
  }

  private Map<String, Object> data(Assignment assignment) {
    Map<String, Object> data = new HashMap<>();
    data.put("name", type.name());
    data.put("purpose", type.purpose());
    data.put("tone", type.tone());
    data.put("subject", subject);
    data.put("date", assignment.date().toString());
    data.put("language", assignment.language());
    return data;
  }

  private Map<String, String> facts(Assignment assignment, Map<String, String> more) {
    Map<String, String> facts = new LinkedHashMap<>();
    for (String label : List.of("Topic", "Section", "Agreement", "Conclusion")) {
      if (more.containsKey(label)) {
        facts.put(label, more.get(label));
      }
    }
    facts.put("Language", assignment.language());
    facts.put("Date", assignment.date().toString());
    facts.put("Content-Type", type.id());
    return facts;
  }
}
