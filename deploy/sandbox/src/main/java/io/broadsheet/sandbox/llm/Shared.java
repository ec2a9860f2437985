package io.broadsheet.sandbox.llm;

import java.util.List;

/** Phrases that belong to no single voice. */
final class Shared {
  static final PhraseFile PHRASES = PhraseFile.read("shared");

  private Shared() {}

  static List<Phrase> section(String name) {
    return PHRASES.section(name);
  }
}
