package io.broadsheet.publisher.channel.bluesky;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.publisher.channel.Posts;
import io.broadsheet.publisher.channel.bluesky.PostText.Facet;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostTextTest {

  private static final String LINK = "https://news.example.org/ru/one";
  private static final String FAMILY = "👨‍👩‍👧";

  private static PostText teaser(String title, String summary, List<String> tags) {
    return PostText.teaser(Posts.post("one", title, summary, "", tags), LINK);
  }

  private static String at(PostText text, Facet facet) {
    byte[] bytes = text.text().getBytes(StandardCharsets.UTF_8);
    return new String(
        Arrays.copyOfRange(bytes, facet.byteStart(), facet.byteEnd()), StandardCharsets.UTF_8);
  }

  @Test
  void facetsAreRangesOfBytes() {
    PostText text =
        teaser("Заголовок 😀", "См. https://a.example/я. Всё.", List.of("open source", "ява"));

    assertThat(text.text())
        .isEqualTo(
            "Заголовок 😀\n\nСм. https://a.example/я. Всё.\n\nЧитать полностью\n\n#open_source #ява");
    assertThat(text.facets().stream().map(facet -> at(text, facet)))
        .containsExactly("https://a.example/я", "Читать полностью", "#open_source", "#ява");
    assertThat(text.facets().stream().map(Facet::link))
        .containsExactly("https://a.example/я", LINK, "", "");
    assertThat(text.facets().stream().map(Facet::tag))
        .containsExactly("", "", "open_source", "ява");
  }

  @ParameterizedTest
  @ValueSource(strings = {"слово ", "word ", "👨‍👩‍👧 ", "é ", "字"})
  void fillsTheLimitsAndKeepsToBoth(String piece) {
    PostText text = teaser(piece.repeat(300), piece.repeat(500), List.of("java"));

    long graphemes = Pattern.compile("\\X").matcher(text.text()).results().count();
    int bytes = text.text().getBytes(StandardCharsets.UTF_8).length;
    assertThat(graphemes).isLessThanOrEqualTo(300);
    assertThat(bytes).isLessThanOrEqualTo(3_000);
    assertThat(graphemes > 280 || bytes > 2_700).isTrue();
    assertThat(text.text()).endsWith("\n\n#java");
  }

  @Test
  void aFamilyIsOneCharacterOfMoreThanItsShare() {
    assertThat(PostText.length("я".repeat(300))).isEqualTo(300);
    assertThat(PostText.length(FAMILY.repeat(166))).isLessThanOrEqualTo(300);
    assertThat(PostText.length(FAMILY.repeat(167))).isGreaterThan(300);
  }
}
