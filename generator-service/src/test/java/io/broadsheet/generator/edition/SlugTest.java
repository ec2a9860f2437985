package io.broadsheet.generator.edition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlugTest {

  private static final LocalDate DATE = LocalDate.parse("2026-03-10");

  @ParameterizedTest
  @CsvSource({
    "'Щука, ёж и объём: 5 правил!', shchuka-ezh-i-obem-5-pravil",
    "'Café déjà vu', cafe-deja-vu",
    "'  --Don’t panic--  ', dont-panic",
    "'日本', post",
    "'ЙОД', yod",
  })
  void isPlainAscii(String title, String slug) {
    assertThat(Slug.of(title)).isEqualTo(slug);
  }

  @Test
  void isCutBetweenWords() {
    assertThat(Slug.of("слово ".repeat(40))).hasSizeLessThanOrEqualTo(80).endsWith("-slovo");
    assertThat(Slug.of("ш".repeat(200))).hasSize(80);
  }

  @Test
  void takesTheDateThenANumberWhereItIsUsed() {
    assertThat(Slug.unused("a", DATE, List.of("a-b"))).isEqualTo("a");
    assertThat(Slug.unused("a", DATE, List.of("a"))).isEqualTo("a-2026-03-10");
    assertThat(Slug.unused("a", DATE, List.of("a", "a-2026-03-10"))).isEqualTo("a-2026-03-10-2");
  }
}
