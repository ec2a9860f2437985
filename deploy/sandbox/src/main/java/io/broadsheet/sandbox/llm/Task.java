package io.broadsheet.sandbox.llm;

import java.util.Locale;

/** What a prompt asks for. */
enum Task {
  TOPIC,
  SECTION,
  COMPOSE,
  TRANSLATE;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
