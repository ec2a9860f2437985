package io.broadsheet.publisher.rendering;

import java.util.Map;

/**
 * The few words that channels add to a post.
 *
 * @param readInFull what leads to the whole text
 * @param readOn what leads to the rest of a shortened text
 * @param page what leads to the page of a text that is shown whole
 */
public record Wording(String readInFull, String readOn, String page) {

  private static final Map<String, Wording> BY_LANGUAGE =
      Map.of(
          "ru", new Wording("Читать полностью", "Читать дальше", "Страница статьи"),
          "en", new Wording("Read in full", "Read on", "The article's page"));

  private static final Wording WITHOUT_WORDS = new Wording("→", "→", "→");

  /** The words of a language; an arrow where there are none. */
  public static Wording of(String language) {
    return BY_LANGUAGE.getOrDefault(language, WITHOUT_WORDS);
  }
}
