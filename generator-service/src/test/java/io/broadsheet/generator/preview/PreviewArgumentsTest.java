package io.broadsheet.generator.preview;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreviewArgumentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|\"\" is no command",
        "print|\"print\" is no command",
        "preview --step topic|--date is missing",
        "preview --date|--date has no value",
        "preview --date 10.03.2026 --step topic|\"10.03.2026\", no date",
        "preview --date 2026-03-10|--step is missing",
        "preview --date 2026-03-10 --step translate|\"translate\"; write topic, section or compose",
        "preview --date 2026-03-10 --date 2026-03-11|--date is given twice",
        "preview --date 2026-03-10 --stage topic|\"--stage\" is no option of preview",
        "compose --date 2026-03-10 --writer anna|\"--writer\" is no option of compose",
      })
  void aBadCommandLineIsToldBeforeAnythingIsRead(String line, String reason) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PreviewCommand command =
        new PreviewCommand(
            () -> {
              throw new AssertionError("the configuration was read");
            },
            new PrintStream(new ByteArrayOutputStream()),
            new PrintStream(err));

    assertThat(command.run(line.isEmpty() ? new String[0] : line.split(" ")))
        .isEqualTo(PreviewCommand.BAD_REQUEST);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(reason, "usage: preview --date");
  }
}
