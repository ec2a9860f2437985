package io.broadsheet.sandbox.llm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Glues drafts into an article: lead, a section per writer under the writer's name, conclusion.
 * Where the drafts are announced by marks, {@code [[anna]] heading}, only the frame is written:
 * each mark under its heading, then what the labels {@code Agreement} and {@code Conclusion} ask
 * for.
 */
final class Composer {

  Article compose(Prompt prompt, String provider) {
    Choice choice = Choice.by("compose", provider, prompt.instructions(), prompt.material());
    String topic = prompt.topic();
    List<String> parts = new ArrayList<>();
    parts.add(paragraph(choice.shuffled(Shared.section("lead")), topic));
    List<Drafts.Draft> marked = Drafts.marked(prompt.material());
    if (!marked.isEmpty()) {
      frame(parts, marked, prompt, choice);
      return article(prompt, choice, parts);
    }
    List<Phrase> headings = choice.shuffled(Shared.section("heading"));
    int number = 0;
    for (Drafts.Draft draft : Drafts.of(prompt.material())) {
      String heading = headings.get(number++ % headings.size()).russian();
      parts.add("## " + (draft.isHeading() ? draft.name() : title(draft.name(), heading)));
      parts.add(draft.text());
    }
    parts.add("## " + choice.one(Shared.section("conclusion-title")).russian());
    parts.add(paragraph(choice.shuffled(Shared.section("conclusion")), topic));
    return article(prompt, choice, parts);
  }

  private static void frame(
      List<String> parts, List<Drafts.Draft> marked, Prompt prompt, Choice choice) {
    for (Drafts.Draft draft : marked) {
      parts.add("## " + draft.text());
      parts.add("[[" + draft.name() + "]]");
    }
    parts.add("## " + prompt.labels().getOrDefault("agreement", "Итог"));
    List<String> names = marked.stream().map(Drafts.Draft::name).toList();
    parts.add(
        choice.one(Shared.section("agreement")).russianWith(joined(names))
            + " "
            + choice
                .one(Shared.section("difference"))
                .russianWith(joined(choice.shuffled(names).subList(0, Math.min(2, names.size())))));
    parts.add("## " + prompt.labels().getOrDefault("conclusion", "Что запомнить"));
    parts.add(paragraph(choice.shuffled(Shared.section("conclusion")), prompt.topic()));
  }

  private static String joined(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " и " + names.get(last);
  }

  private static Article article(Prompt prompt, Choice choice, List<String> parts) {
    String topic = prompt.topic();
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
