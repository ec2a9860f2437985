package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CleanTextTest {

  @Test
  void dropsWhatCannotBeStoredOrSeen() {
    assertThat(CleanText.of("a\u0000b\u0007c\u001Bd\te\r\nf\rg\u0085h"))
        .isEqualTo("abcd\te\nf\ngh");
  }

  @Test
  void dropsMarksThatTurnTheDirection() {
    assertThat(CleanText.of("a\u202Eb\u2066c\u2069")).isEqualTo("abc");
  }

  @Test
  void replacesHalfCharacters() {
    assertThat(CleanText.of("a\uD83Db\uDE00c")).isEqualTo("a\uFFFDb\uFFFDc");
    assertThat(CleanText.of("😀")).isEqualTo("😀");
  }

  @Test
  void bringsALineToOneLine() {
    assertThat(CleanText.line("  a \n\n b\u00A0\u2028c\t")).isEqualTo("a b c");
  }

  @Test
  void aLineThatNobodySeesIsEmpty() {
    assertThat(CleanText.line("\u200B \u200D\uFEFF\u3000")).isEmpty();
    assertThat(CleanText.line("\u200Ba\u200D")).isEqualTo("\u200Ba\u200D");
  }

  @Test
  void countsCodePoints() {
    assertThat(CleanText.length("a😀ж")).isEqualTo(3);
  }

  @Test
  void entitiesBringNothingBack() {
    assertThat(PlainInline.of(Markdown.parse("a&#x202E;b&#1;c&#xD800;d").getFirstChild()))
        .isEqualTo("abc\uFFFDd");
  }
}
