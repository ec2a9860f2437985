package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShorteningTest {

  private final Shortening shortening = Shortening.byCodePoints("ru");

  @Test
  void leavesWhatFits() {
    assertThat(shortening.fit("Раз. Два.", 9)).isEqualTo("Раз. Два.");
  }

  @Test
  void keepsWholeSentences() {
    assertThat(shortening.fit("Раз. Два. Три и четыре.", 22)).isEqualTo("Раз. Два.");
  }

  @Test
  void keepsWholeWordsWhenNoSentenceFits() {
    assertThat(shortening.fit("Длинное предложение без конца", 25))
        .isEqualTo("Длинное предложение без…");
  }

  @Test
  void keepsWholeCharactersWhenNoWordFits() {
    assertThat(shortening.fit("Превысокомногорассмотрительствующий", 5)).isEqualTo("Прев…");
    // A family is one character of seven code points.
    assertThat(shortening.fit("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 9)).isIn("👨‍👩‍👧‍👦…", "");
    assertThat(shortening.fit("😀😀😀", 2)).isEqualTo("😀…");
  }

  @Test
  void neverGrowsBeyond() {
    String text = "Один. Два три, четыре! Пять? 😀 Шесть.";
    for (int max = 0; max <= CleanText.length(text); max++) {
      assertThat(CleanText.length(shortening.fit(text, max))).isLessThanOrEqualTo(max);
      assertThat(CleanText.length(shortening.fitTitle(text, max))).isLessThanOrEqualTo(max);
    }
  }

  @Test
  void aTitleShowsThatItWasCut() {
    assertThat(shortening.fitTitle("Раз. Два и три", 11)).isEqualTo("Раз. Два и…");
    assertThat(shortening.fitTitle("Раз.\nДва", 8)).isEqualTo("Раз. Два");
  }

  @Test
  void aTitleNeverVanishes() {
    assertThat(shortening.fitTitle("e" + "\u0301".repeat(9), 5)).isEqualTo("e\u0301\u0301\u0301…");
    assertThat(shortening.fitTitle("https://example.org/long", 9)).isEqualTo("https://…");
  }

  @Test
  void neverCutsAnAddress() {
    assertThat(shortening.fit("Слово (https://example.org/a/b) ещё", 20)).isEqualTo("Слово…");
  }
}
