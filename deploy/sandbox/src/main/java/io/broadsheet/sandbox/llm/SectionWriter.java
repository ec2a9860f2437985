package io.broadsheet.sandbox.llm;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes a section of some 250 words on the prompt's topic, in the provider's voice, as Markdown
 * without headings.
 */
final class SectionWriter {

  String write(Prompt prompt, String provider) {
    Voice voice = Voice.of(provider);
    Choice choice = Choice.by("section", provider, prompt.instructions(), prompt.material());
    String opening = choice.one(voice.openings()).russianWith(prompt.topic());
    List<String> arguments =
        choice.shuffled(voice.arguments()).stream().map(Phrase::russian).toList();
    String items =
        choice.shuffled(voice.items()).stream()
            .limit(3)
            .map(item -> "- " + item.russian())
            .collect(Collectors.joining("\n"));
    String closing = choice.one(voice.closings()).russian();
    boolean listFirst = choice.number(2) == 0;
    String list = choice.one(voice.intros()).russian() + "\n\n" + items;
    String second = joined(arguments.subList(4, 8));
    return String.join(
        "\n\n",
        opening + " " + joined(arguments.subList(0, 4)),
        listFirst ? list : second,
        listFirst ? second : list,
        joined(arguments.subList(8, 13)) + " " + closing,
        source(choice, provider));
  }

  /** A link and two numbers, so that there is something to lose in translation. */
  private static String source(Choice choice, String provider) {
    return "%s: [%s](https://archive.example/%s/%d), %s %d."
        .formatted(
            Shared.section("source").get(0).russian(),
            Shared.section("source").get(1).russian(),
            URLEncoder.encode(provider, StandardCharsets.UTF_8),
            1950 + choice.number(70),
            Shared.section("source").get(2).russian(),
            10 + choice.number(290));
  }

  private static String joined(List<String> sentences) {
    return String.join(" ", sentences);
  }
}
