package io.broadsheet.generator.translation;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.translation.Block.Kind;
import org.junit.jupiter.api.Test;

class MaskBlockTest {

  private static final NumberFormats RU_EN = new NumberFormats("ru", "en");

  @Test
  void putsCodeAddressesHtmlAndNumbersBehindMarks() {
    String text =
        "В 1961 году [**отчёт**](https://a.ru/x_1?y=2 \"Подсказка 7\"), `код 5`, <https://b.ru/3>,"
            + " https://c.ru/4. Ещё ![рис. 8](https://d.ru/9.png)<br>и &#8212; COVID-19, H2O, 3,5 %";
    MaskedBlock masked = mask(Kind.PARAGRAPH, text);

    assertThat(masked.text())
        .isEqualTo(
            "В ⟦1961⟧ году [**отчёт**](⟦u1⟧), ⟦c2⟧, ⟦u3⟧, ⟦u4⟧. Ещё ![рис. ⟦8⟧](⟦u5⟧)⟦h6⟧и &#8212;"
                + " COVID-⟦19⟧, H2O, ⟦3,5⟧ %");
    assertThat(masked.restore(masked.text()))
        .isEqualTo(text.replace(" \"Подсказка 7\"", "").replace("3,5", "3.5"));
  }

  @Test
  void takesAListMarkInAHeadingForText() {
    assertThat(mask(Kind.HEADING, "1. Раздел").text()).isEqualTo("⟦1⟧. Раздел");
  }

  @Test
  void makesAReferenceALinkOfItsOwn() {
    MaskedBlock masked =
        MaskBlock.mask(
            new Block(4, Kind.PARAGRAPH, "См. [тут][a] и [б]"),
            "[a]: <https://a.ru>\n[б]: <https://b.ru/с пробелом>",
            RU_EN);

    assertThat(masked.text()).isEqualTo("См. [тут](⟦u1⟧) и [б](⟦u2⟧)");
    assertThat(masked.restore("See [here](⟦u1⟧) and [b](⟦ u2 ⟧)"))
        .isEqualTo("See [here](https://a.ru) and [b](<https://b.ru/с пробелом>)");
  }

  @Test
  void escapesBarsInACell() {
    assertThat(mask(Kind.CELL, "а \\| б").restore("a | b \\| c")).isEqualTo("a \\| b \\| c");
  }

  @Test
  void knowsWhereThereIsNothingToTranslate() {
    assertThat(mask(Kind.CELL, "1 250,5 %").hasWords()).isFalse();
    assertThat(mask(Kind.CELL, "1 250,5 %").restore("⟦1 250,5⟧ %")).isEqualTo("1,250.5 %");
    assertThat(mask(Kind.CELL, "`код`").hasWords()).isFalse();
    assertThat(mask(Kind.CELL, "5 мин").hasWords()).isTrue();
  }

  @Test
  void putsNumbersIntoTheTargetsFormatWhereItIsSure() {
    assertThat(RU_EN.localised("1\u00a0250\u00a0000")).isEqualTo("1,250,000");
    assertThat(RU_EN.localised("0,5")).isEqualTo("0.5");
    assertThat(RU_EN.localised("3.12")).isEqualTo("3.12");
    assertThat(RU_EN.localised("12.04.1961")).isEqualTo("12.04.1961");
    assertThat(new NumberFormats("en", "de").localised("1,000.5")).isEqualTo("1.000,5");
    assertThat(new NumberFormats("en", "ru").localised("3.12")).isEqualTo("3.12");
    assertThat(new NumberFormats("ru", "tlh").localised("0,5")).isEqualTo("0,5");
  }

  @Test
  void findsTheSameNumberInEveryFormat() {
    assertThat(Numbers.of("1 000, 1,000, 1.000, 1000, 1'000"))
        .containsExactly("1000", "1000", "1000", "1000", "1", "000");
    assertThat(Numbers.of("3,5 и 3.5; 1 250,75 and 1,250.75"))
        .containsExactly("3.5", "3.5", "1250.75", "1250.75");
    assertThat(Numbers.of("12.04.1961 в 18:30")).containsExactly("12.04.1961", "18:30");
    assertThat(Numbers.roman("в XIX и ХХ веках")).containsExactly("19", "20");
  }

  private static MaskedBlock mask(Kind kind, String text) {
    return MaskBlock.mask(new Block(4, kind, text), "", RU_EN);
  }
}
