package io.broadsheet.generator.writing;

import io.quarkus.qute.Template;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How articles of one content type are asked for: its templates, with the subject filled in. */
public final class Brief {

  private final String contentType;
  private final String subject;
  private final Template topic;
  private final Template section;
  private final Template compose;
  private final List<String> sections;
  private final String version;

  Brief(
      String contentType,
      String subject,
      Template topic,
      Template section,
      Template compose,
      List<String> sections,
      String version) {
    this.contentType = contentType;
    this.subject = subject;
    this.topic = topic;
    this.section = section;
    this.compose = compose;
    this.sections = List.copyOf(sections);
    this.version = version;
  }

  /** The content type's name. */
  public String contentType() {
    return contentType;
  }

  /**
   * What the writer of that number writes about.
   *
   * @param number from 0; beyond the last section the list begins again, as another view
   */
  public String section(int number) {
    String name = sections.get(number % sections.size());
    return number < sections.size() ? name : name + " (" + (number / sections.size() + 1) + ")";
  }

  /** The question for a topic. */
  public Prompt topicPrompt(Assignment assignment, List<String> recentTitles) {
    return new Prompt(
        Task.TOPIC,
        topic.render(data(assignment)),
        facts(assignment, Map.of()),
        String.join("\n", recentTitles),
        version);
  }

  /** The question for one section. */
  public Prompt sectionPrompt(Assignment assignment, String topicText, String sectionName) {
    Map<String, Object> data = data(assignment);
    data.put("topic", topicText);
    data.put("section", sectionName);
    return new Prompt(
        Task.SECTION,
        section.render(data),
        facts(assignment, Map.of("Topic", topicText, "Section", sectionName)),
        String.join("\n", sections),
        version);
  }

  /** The question for the whole article. */
  public Prompt composePrompt(Assignment assignment, String topicText, List<Section> written) {
    Map<String, Object> data = data(assignment);
    data.put("topic", topicText);
    StringBuilder material = new StringBuilder();
    for (Section one : written) {
      material.append("## ").append(one.heading()).append("\n\n").append(one.text()).append("\n\n");
    }
    return new Prompt(
        Task.COMPOSE,
        compose.render(data),
        facts(assignment, Map.of("Topic", topicText)),
        material.toString().strip(),
        version);
  }

  private Map<String, Object> data(Assignment assignment) {
    LocalDate date = assignment.date();
    Map<String, Object> data = new HashMap<>();
    data.put("subject", subject);
    data.put("date", date.toString());
    data.put("language", assignment.language());
    return data;
  }

  private Map<String, String> facts(Assignment assignment, Map<String, String> more) {
    Map<String, String> facts = new LinkedHashMap<>();
    for (String label : List.of("Topic", "Section")) {
      if (more.containsKey(label)) {
        facts.put(label, more.get(label));
      }
    }
    facts.put("Language", assignment.language());
    facts.put("Date", assignment.date().toString());
    facts.put("Content-Type", contentType);
    return facts;
  }
}
