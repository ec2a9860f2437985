package io.broadsheet.sandbox.llm;

import java.util.List;

/**
 * Proposes a title from 19,200 combinations. A title that shares two of its three parts with one
 * named in the prompt is passed over, as a model that is told what was written lately would do.
 */
final class TopicWriter {
  private static final int TRIES = 200;

  private record Title(String subject, String place, String angle) {
    private String text() {
      return subject + " " + place + ": " + angle;
    }

    private boolean resembles(String line) {
      int shared = 0;
      for (String part : List.of(subject, place, angle)) {
        shared += line.contains(part) ? 1 : 0;
      }
      return shared >= 2;
    }
  }

  String write(Prompt prompt, String provider) {
    Choice choice = Choice.by("topic", provider, prompt.instructions(), prompt.material());
    List<String> told =
        List.of((prompt.instructions() + "\n" + prompt.material()).split("[\n;|«»“”\"]"));
    Title title = draw(choice);
    for (int i = 0; i < TRIES && told.stream().anyMatch(title::resembles); i++) {
      title = draw(choice);
    }
    return title.text();
  }

  private static Title draw(Choice choice) {
    return new Title(
        choice.one(Shared.section("subject")).russian(),
        choice.one(Shared.section("place")).russian(),
        choice.one(Shared.section("angle")).russian());
  }
}
