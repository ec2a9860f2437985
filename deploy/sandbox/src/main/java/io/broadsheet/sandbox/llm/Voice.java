package io.broadsheet.sandbox.llm;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The way one writer writes. */
record Voice(String name, PhraseFile phrases) {
  /** The writers by name. */
  static final Map<String, Voice> ALL =
      Stream.of("anna", "boris", "vera", "gleb", "dina")
          .collect(
              Collectors.toUnmodifiableMap(
                  name -> name, name -> new Voice(name, PhraseFile.read(name))));

  private static final List<String> NAMES = List.of("anna", "boris", "vera", "gleb", "dina");

  /** The voice of a provider: its own when it is one of the five, else one decided by its name. */
  static Voice of(String provider) {
    Voice own = ALL.get(provider);
    return own != null ? own : ALL.get(Choice.by(provider).one(NAMES));
  }

  List<Phrase> openings() {
    return phrases.section("opening");
  }

  List<Phrase> arguments() {
    return phrases.section("argument");
  }

  List<Phrase> intros() {
    return phrases.section("intro");
  }

  List<Phrase> items() {
    return phrases.section("item");
  }

  List<Phrase> closings() {
    return phrases.section("closing");
  }
}
