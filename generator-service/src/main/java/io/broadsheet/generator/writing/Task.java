package io.broadsheet.generator.writing;

import java.util.Locale;

/** What a model is asked for; the first line of the system prompt says it. */
public enum Task {
  /** Proposes a topic: one line. */
  TOPIC,
  /** Writes one section: Markdown paragraphs. */
  SECTION,
  /** Glues the sections: {@code Title:}, {@code Summary:}, {@code Tags:}, then the body. */
  COMPOSE,
  /** Translates an article, in the form of {@link #COMPOSE}. */
  TRANSLATE;

  /** The name in prompts and in the {@code draft} table, for instance {@code section}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
