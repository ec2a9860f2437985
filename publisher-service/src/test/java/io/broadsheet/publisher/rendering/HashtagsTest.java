package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashtagsTest {

  @Test
  void areClickable() {
    assertThat(Hashtags.of(List.of("open source", "C++", "#java", "разбор-полётов")))
        .isEqualTo("#open_source #C #java #разбор_полётов");
  }

  @Test
  void leaveOutWhatCannotBeOne() {
    assertThat(Hashtags.of(List.of("2026", "", "—", "<b>", "x".repeat(41), "java", "java")))
        .isEqualTo("#b #java");
  }

  @Test
  void areTenAtMost() {
    assertThat(Hashtags.of(IntStream.range(0, 20).mapToObj(i -> "t" + i).toList()).split(" "))
        .hasSize(10);
  }
}
