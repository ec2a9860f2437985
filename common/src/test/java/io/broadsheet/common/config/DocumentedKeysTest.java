package io.broadsheet.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/configuration.md against the code that reads the configuration. */
class DocumentedKeysTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern KEY =
      Pattern.compile("\"((?:broadsheet|kafka|quarkus)\\.[a-z]+(?:[.-][a-z]+)*)\"");

  @Test
  void everyKeyThatTheCodeReadsIsDocumented() throws IOException {
    Set<String> read = new TreeSet<>();
    for (String module : List.of("common", "generator-service", "publisher-service")) {
      read.addAll(keysOf(ROOT.resolve(module).resolve("src/main/java")));
    }
    String documentation = Files.readString(ROOT.resolve("docs/configuration.md"));

    assertThat(read).contains("broadsheet.zone", "broadsheet.relay.url");
    assertThat(read)
        .filteredOn(key -> !documentation.contains("`" + key + "`"))
        .filteredOn(key -> !documentation.contains("`" + key + ".*`"))
        .isEmpty();
  }

  private static Set<String> keysOf(Path sources) throws IOException {
    Set<String> keys = new TreeSet<>();
    try (Stream<Path> files = Files.walk(sources)) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .map(DocumentedKeysTest::text)
          // Metrics and topics are named alike, but not in classes that read the configuration.
          .filter(text -> !text.contains("MeterRegistry"))
          .filter(text -> text.contains("getOptionalValue") || text.contains("ConfigurationFault"))
          .forEach(text -> KEY.matcher(text).results().forEach(found -> keys.add(found.group(1))));
    }
    return keys;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
