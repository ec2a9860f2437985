package io.broadsheet.sandbox.llm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt as the personas understand it. The job is read from plain words: a first line {@code
 * Task: topic}, else from what the text talks about. Labelled lines ({@code Topic: ...}) before the
 * first line {@code ---} of the user's message are instructions, what follows it is the material.
 *
 * @param labels by lower-case name
 * @param material empty when there is no line {@code ---}
 * @param instructions everything else
 */
record Prompt(Task task, Map<String, String> labels, String material, String instructions) {
  private static final Pattern TASK =
      Pattern.compile("(?im)^\\s*Task:\\s*(topic|section|compose|translate)\\b");
  private static final Pattern LABEL = Pattern.compile("(?m)^([A-Z][A-Za-z -]{1,30}):[ \\t]*(.+)$");
  private static final Pattern LINE = Pattern.compile("(?m)^---[ \\t]*\\r?$");

  /**
   * @param provider the name in the path; {@code translator} translates whatever it is not told
   *     otherwise
   */
  static Prompt of(JsonNode messages, String provider) {
    StringBuilder system = new StringBuilder();
    StringBuilder user = new StringBuilder();
    for (JsonNode message : messages) {
      String role = message.path("role").asText();
      boolean fromSystem = role.equals("system") || role.equals("developer");
      (fromSystem ? system : user).append(content(message.path("content"))).append('\n');
    }
    Matcher line = LINE.matcher(user);
    boolean split = line.find();
    String material = split ? user.substring(line.end()).strip() : "";
    String asked = split ? user.substring(0, line.start()) : user.toString();
    String instructions = system + "\n" + asked;
    Map<String, String> labels = new LinkedHashMap<>();
    Matcher label = LABEL.matcher(instructions);
    while (label.find()) {
      labels.putIfAbsent(label.group(1).toLowerCase(Locale.ROOT), label.group(2).strip());
    }
    Task task = task(instructions, provider, split);
    if (task == Task.TRANSLATE && !split) {
      material = asked.strip();
    }
    return new Prompt(task, labels, material, instructions);
  }

  private static String content(JsonNode content) {
    if (!content.isArray()) {
      return content.asText();
    }
    StringBuilder text = new StringBuilder();
    content.forEach(part -> text.append(part.path("text").asText()));
    return text.toString();
  }

  private static Task task(String instructions, String provider, boolean hasMaterial) {
    Matcher named = TASK.matcher(instructions);
    if (named.find()) {
      return Task.valueOf(named.group(1).toUpperCase(Locale.ROOT));
    }
    String text = instructions.toLowerCase(Locale.ROOT);
    if (provider.equals("translator") || text.contains("translat") || text.contains("перевед")) {
      return Task.TRANSLATE;
    }
    if (hasMaterial) {
      return Task.COMPOSE;
    }
    boolean asksForTitle = text.contains("propose") || text.contains("предложи");
    return asksForTitle ? Task.TOPIC : Task.SECTION;
  }

  /** The topic, fit to stand inside guillemets. */
  String topic() {
    String named = labels.get("topic");
    if (named == null) {
      named = labels.getOrDefault("title", instructions.strip().lines().findFirst().orElse(""));
    }
    String clean = named.replaceAll("[«»“”\"*`_\\[\\]]", "").replaceAll("\\s+", " ").strip();
    clean = clean.replaceAll("[.!]+$", "");
    return clean.isEmpty() ? "Новости дня" : clean.substring(0, Math.min(160, clean.length()));
  }
}
