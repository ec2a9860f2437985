package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SafeLinkTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org",
        "HTTP://example.org/a?b=c&d=e#f",
        "https://пример.рф/путь",
        "https://example.org/@user/1",
        "mailto:editor@example.org"
      })
  void isALink(String target) {
    assertThat(SafeLink.of(target)).contains(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " java\nscript:alert(1)",
        "java\u0000script:alert(1)",
        "data:text/html,<script>",
        "vbscript:x",
        "file:///etc/passwd",
        "tg://resolve?domain=x",
        "//example.org/x",
        "/relative",
        "relative",
        "#anchor",
        "",
        "https://",
        "https:///path",
        "https://bank.example@evil.example/",
        "https://user:password@example.org/",
        "https:\\\\evil.example",
        "mailto:a",
        "mailto:a@b?bcc=c@d"
      })
  void isNoLink(String target) {
    assertThat(SafeLink.of(target)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.org/a b, https://example.org/a%20b",
    "https://example.org/\"onclick=\"x, https://example.org/%22onclick=%22x",
    "https://example.org/<b>, https://example.org/%3Cb%3E"
  })
  void cannotBreakOut(String target, String link) {
    assertThat(SafeLink.of(target)).contains(link);
  }

  @ParameterizedTest
  @CsvSource({"2000, true", "2001, false"})
  void hasALimit(int length, boolean link) {
    String target = "https://example.org/";

    assertThat(SafeLink.of(target + "x".repeat(length - target.length())).isPresent())
        .isEqualTo(link);
  }
}
