package io.broadsheet.common.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.broadsheet.common.cases.Case;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandFormatTest {

  private static final String WRITTEN = EventFormat.write(CommandEvents.SKIP);

  static List<Command> commands() {
    return CommandEvents.COMMANDS;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void readsWhatItWrites(Command command) {
    CommandEvent event = CommandEvents.of(command);

    assertThat(read(EventFormat.write(event))).isEqualTo(event);
  }

  @Test
  void keepsWhoWhenAndWhy() {
    assertThat(read(WRITTEN)).isEqualTo(CommandEvents.SKIP);
  }

  @Test
  void ignoresFieldsItDoesNotKnow() {
    assertThat(read(WRITTEN.replace("\"force\":true", "\"force\":true,\"mood\":{\"deep\":1}")))
        .isEqualTo(CommandEvents.SKIP);
  }

  @ParameterizedTest
  @Case("C4")
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "{\"v\":1}",
        "{\"v\":2}",
        "{\"v\":1,\"command\":{\"kind\":\"resume\"}}"
      })
  void refusesWhatIsNoCommand(String value) {
    assertThatThrownBy(() -> read(value)).isInstanceOf(UnreadableEvent.class);
  }

  @ParameterizedTest
  @Case("C4")
  @ValueSource(strings = {"\"kind\":\"explode\"", "\"kind\":1", "\"sort\":\"skip\""})
  void refusesACommandItDoesNotKnow(String kind) {
    assertThatThrownBy(() -> read(WRITTEN.replace("\"kind\":\"skip\"", kind)))
        .isInstanceOf(UnreadableEvent.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"postId", "generation", "force", "operator", "at", "id", "target", "command"})
  void refusesACommandThatLacksAField(String field) {
    assertThatThrownBy(() -> read(WRITTEN.replace("\"" + field + "\":", "\"was-" + field + "\":")))
        .isInstanceOf(UnreadableEvent.class);
  }

  @Test
  void refusesAGenerationBelowOne() {
    assertThatThrownBy(() -> read(WRITTEN.replace("\"generation\":2", "\"generation\":0")))
        .isInstanceOf(UnreadableEvent.class)
        .hasMessageContaining("generation");
  }

  @Test
  void refusesANulCharacterThatTheDatabaseCouldNotStore() {
    assertThatThrownBy(() -> read(WRITTEN.replace("stale", "sta\\u0000le")))
        .isInstanceOf(UnreadableEvent.class)
        .hasMessageContaining("NUL");
  }

  private static CommandEvent read(String value) {
    return EventFormat.readCommand(value.getBytes(UTF_8));
  }
}
