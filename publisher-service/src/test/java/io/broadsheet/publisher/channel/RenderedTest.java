package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RenderedTest {

  private static final Rendered TWO =
      new Rendered(
          List.of(
              new Part(List.of(new Form("{\"a\":1}"), new Form("{\"a\":2}"))),
              new Part(List.of(new Form("{\"b\":1}")))));

  @Test
  void isReadAsItWasWritten() {
    assertThat(Rendered.parse(TWO.json())).isEqualTo(TWO);
  }

  @Test
  void takesTheSingleFormOfAnEarlierVersion() {
    assertThat(Rendered.parse("{\"a\":1}")).isEqualTo(Rendered.of(new Form("{\"a\":1}")));
  }

  @Test
  void givesThePlainestFormForEveryLaterOne() {
    assertThat(TWO.form(1, 1).json()).contains("1");
    assertThat(TWO.form(1, 2)).isEqualTo(TWO.form(1, 9));
    assertThatThrownBy(() -> TWO.form(3, 1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void refusesWhatItDidNotWrite() {
    for (String text : List.of("", "7", "[]", "[[]]", "[[7]]")) {
      assertThatThrownBy(() -> Json.read(Rendered.parse(text).form(1, 1)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
