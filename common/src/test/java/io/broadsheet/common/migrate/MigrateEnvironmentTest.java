package io.broadsheet.common.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrateEnvironmentTest {

  private static final String LOCATIONS = "smallrye.config.locations";
  private static final String SECRET = "broadsheet.test.secret";

  @AfterEach
  void forget() {
    System.clearProperty(LOCATIONS);
    System.clearProperty(SECRET);
  }

  @Test
  void readsTheFileThatTheContainersMountAndFillsInItsSecrets(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("broadsheet.properties");
    Files.writeString(
        file,
        """
        broadsheet.migrate.user = owner
        broadsheet.migrate.password = ${broadsheet.test.secret}
        """);
    System.setProperty(LOCATIONS, file.toString());
    System.setProperty(SECRET, "hush");

    var config = Migrate.environment();

    assertThat(config.getValue("broadsheet.migrate.user", String.class)).isEqualTo("owner");
    assertThat(config.getValue("broadsheet.migrate.password", String.class)).isEqualTo("hush");
  }
}
