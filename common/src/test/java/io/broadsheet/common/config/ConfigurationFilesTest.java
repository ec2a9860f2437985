package io.broadsheet.common.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFilesTest {

  private static final String KEY = "SMALLRYE_CONFIG_LOCATIONS";

  @TempDir Path folder;

  @Test
  void aFileItsUriAndAFolderPass() throws IOException {
    Path file = write("a.properties", "broadsheet.zone = Europe/Moscow\n");

    assertThatCode(() -> ConfigurationFiles.check(KEY, file + ", " + file.toUri()))
        .doesNotThrowAnyException();
    assertThatCode(() -> ConfigurationFiles.check(KEY, folder + ",")).doesNotThrowAnyException();
    assertThatCode(() -> ConfigurationFiles.check(KEY, "https://config.example.org/a.properties"))
        .doesNotThrowAnyException();
  }

  @Test
  void whatCannotBeReadIsNamedWithTheReason() throws IOException {
    refused(folder.resolve("none.properties").toString(), "which does not exist");
    refused(folder.resolve("none.properties").toUri().toString(), "which does not exist");
    refused(write("a.conf", "a = 1").toString(), "does not end in .properties");
    refused(
        Files.createDirectory(folder.resolve("empty")).toString(),
        "a folder without any file *.properties");
    refused(write("b.properties", "a = \\u12").toString(), "has a \\u that");
    Path binary = folder.resolve("c.properties");
    Files.write(binary, "zone = Мск".getBytes(StandardCharsets.UTF_16));
    refused(binary.toString(), "is no text in UTF-8");
  }

  private static void refused(String location, String reason) {
    assertThatThrownBy(() -> ConfigurationFiles.check(KEY, location))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageStartingWith(KEY + " names " + location)
        .hasMessageContaining(reason);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
