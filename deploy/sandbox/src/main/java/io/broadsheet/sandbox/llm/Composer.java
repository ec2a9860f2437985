package io.broadsheet.sandbox.llm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Glues drafts into an article: lead, a section per writer under the writer's name, conclusion. */
final class Composer {

  Article compose(Prompt prompt, String provider) {
    Choice choice = Choice.by("compose", provider, prompt.instructions(), prompt.material());
    String topic = prompt.topic();
    List<String> parts = new ArrayList<>();
    parts.add(paragraph(choice.shuffled(Shared.section("lead")), topic));
    List<Phrase> headings = choice.shuffled(Shared.section("heading"));
    int number = 0;
    for (Drafts.Draft draft : Drafts.of(prompt.material())) {
      String heading = headings.get(number++ % headings.size()).russian();
      parts.add("## " + (draft.isHeading() ? draft.name() : title(draft.name(), heading)));
      parts.add(draft.text());
    }
    parts.add("## " + choice.one(Shared.section("conclusion-title")).russian());
    parts.add(paragraph(choice.shuffled(Shared.section("conclusion")), topic));
    return new Article(
        topic,
        choice.one(Shared.section("summary")).russianWith(topic),
        choice.shuffled(Shared.section("tag")).stream().limit(3).map(Phrase::russian).toList(),
        String.join("\n\n", parts));
  }

  private static String title(String writer, String heading) {
    return writer.isEmpty()
        ? Phrase.capitalised(heading)
        : writer.substring(0, 1).toUpperCase(Locale.ROOT) + writer.substring(1) + ": " + heading;
  }

  /** One sentence that names the topic, and two that do not. */
  private static String paragraph(List<Phrase> sentences, String topic) {
    List<String> chosen = new ArrayList<>();
    Set<Boolean> named = new HashSet<>();
    for (Phrase sentence : sentences) {
      if (sentence.hasSlot() && named.add(true)) {
        chosen.add(0, sentence.russianWith(topic));
      } else if (!sentence.hasSlot() && chosen.size() < 3) {
        chosen.add(sentence.russian());
      }
    }
    return String.join(" ", chosen);
  }
}
