package io.broadsheet.generator.edition;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * How an edition stands, and the texts that wait with it.
 *
 * @param version the edition's fence; it grows with every edit and every new attempt
 * @param lastError why it failed or was skipped, or null
 * @param texts of that version, one per language; empty if it was never held as it stands
 */
record EditionCopy(
    LocalDate date,
    EditionState state,
    long version,
    String contentType,
    String lastError,
    List<LanguageText> texts) {

  EditionCopy {
    texts = List.copyOf(texts);
  }

  Optional<LanguageText> text(String language) {
    return texts.stream().filter(text -> text.language().equals(language)).findFirst();
  }

  List<String> languages() {
    return texts.stream().map(LanguageText::language).toList();
  }
}
