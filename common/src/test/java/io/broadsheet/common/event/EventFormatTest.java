package io.broadsheet.common.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventFormatTest {

  private static final String WRITTEN = EventFormat.write(PostEvents.ONE);

  @Test
  void readsWhatItWrites() {
    assertThat(read(WRITTEN)).isEqualTo(PostEvents.ONE);
  }

  @Test
  void ignoresFieldsItDoesNotKnow() {
    assertThat(read(WRITTEN.replaceFirst("\\{", "{\"mood\":{\"deep\":[1,null]},")))
        .isEqualTo(PostEvents.ONE);
  }

  @Test
  void writesADateAsText() {
    assertThat(WRITTEN).contains("\"editionDate\":\"2026-11-30\"");
  }

  @ParameterizedTest
  @Case("K1")
  @ValueSource(
      strings = {
        "",
        "\u0000\u0001",
        "{",
        "[]",
        "null",
        "\"text\"",
        "{}",
        "{\"v\":1}",
        "{\"v\":\"1\"}"
      })
  void refusesWhatIsNoEvent(String value) {
    assertThatThrownBy(() -> read(value)).isInstanceOf(UnreadableEvent.class);
  }

  @Test
  void namesAVersionItCannotRead() {
    assertThatThrownBy(() -> read(WRITTEN.replace("\"v\":1", "\"v\":2")))
        .isInstanceOf(UnreadableEvent.class)
        .hasMessageContaining("version is 2");
  }

  @Test
  void refusesNullWhereAValueBelongs() {
    assertThatThrownBy(() -> read(WRITTEN.replaceFirst("\"title\":\"[^\"]*\"", "\"title\":null")))
        .isInstanceOf(UnreadableEvent.class)
        .hasMessageContaining("title");
  }

  @Test
  void refusesANulCharacterThatTheDatabaseCouldNotStore() {
    String poisoned = WRITTEN.replace("Зима близко", "Зима\\u0000близко");

    assertThatThrownBy(() -> read(poisoned))
        .isInstanceOf(UnreadableEvent.class)
        .hasMessageContaining("NUL");
  }

  @Test
  void refusesATextAfterTheEvent() {
    assertThatThrownBy(() -> read(WRITTEN + "{}")).isInstanceOf(UnreadableEvent.class);
  }

  private static PostEvent read(String value) {
    return EventFormat.readPost(value.getBytes(UTF_8));
  }
}
