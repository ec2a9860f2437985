package io.broadsheet.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuplicateKeysTest {

  private final Logger logger = Logger.getLogger("io.smallrye.config");
  private final List<String> logged = new ArrayList<>();
  private final Handler handler = new Recording();

  @TempDir Path folder;

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void leave() {
    logger.removeHandler(handler);
    logger.setFilter(null);
  }

  @Test
  void noValueOfAKeyThatStandsTwiceIsLogged() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("twice.properties"),
            "broadsheet.targets.x.token = first-secret\nbroadsheet.targets.x.token = last-secret\n");
    DuplicateKeys.hideValues();

    PropertiesConfigSource source = new PropertiesConfigSource(file.toUri().toURL());

    assertThat(source.getValue("broadsheet.targets.x.token")).isEqualTo("last-secret");
    assertThat(String.join("\n", logged)).doesNotContain("secret");
    // Where the parameters are not at hand nothing is said at all.
    assertThat(logged)
        .allMatch(
            text ->
                text.equals(
                    "The key broadsheet.targets.x.token stands twice; its last value counts."));
  }

  @Test
  void otherWarningsStay() {
    DuplicateKeys.hideValues();

    logger.warning("SRCFG01000: something else");

    assertThat(logged).containsExactly("SRCFG01000: something else");
  }

  private final class Recording extends Handler {

    @Override
    public void publish(LogRecord entry) {
      logged.add(new SimpleFormatter().formatMessage(entry));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
