package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostLinkTest {

  @ParameterizedTest
  @CsvSource({
    "https://e.org/a, https://e.org/a, true",
    "https://E.org/a, HTTPS://e.ORG/a, true",
    "https://e.org, https://e.org/, true",
    "https://e.org/a, https://e.org/a-2, false",
    "https://e.org/a, https://e.org/A, false",
    "https://e.org/a, https://e.org/a?b, false",
    "https://e.org/a, https://e.org/a/, false",
    "https://e.org/a, http://e.org/a, false"
  })
  void same(String one, String other, boolean same) {
    assertThat(PostLink.same(one, other)).isEqualTo(same);
  }

  @Test
  void isTheCompanionsElseTheCanonicalOne() {
    assertThat(PostLink.of(Posts.post("one"), Optional.of(URI.create("https://telegra.ph/x"))))
        .isEqualTo("https://telegra.ph/x");
    assertThat(PostLink.of(Posts.post("one"), Optional.empty()))
        .isEqualTo("https://news.example.org/ru/one");
  }

  @Test
  void mustBeOneThatReadersCanFollow() {
    assertThatThrownBy(
            () -> PostLink.of(Posts.post("one"), Optional.of(URI.create("javascript:alert(1)"))))
        .isInstanceOf(Unrenderable.class)
        .hasMessageContaining("broadsheet.site.base-url");
  }
}
