package io.broadsheet.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/configuration.md and {@link KnownKeys} against the code that reads the configuration.
 */
class DocumentedKeysTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(broadsheet\\.[^`]+)` \\|");
  // Those that a target may have of its own are documented once, for both.
  private static final Pattern DELIVERY =
      Pattern.compile(
          "broadsheet\\.delivery\\.(timeout|probe-settle|backoff-max|max-attempts|max-age|"
              + "companion-wait|on-unknown)");
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

  @Test
  void everyKeyThatTheCodeReadsIsKnown() throws IOException {
    Set<String> read = new TreeSet<>();
    for (String module : List.of("common", "generator-service", "publisher-service")) {
      read.addAll(keysOf(ROOT.resolve(module).resolve("src/main/java")));
    }

    assertThat(read)
        .filteredOn(key -> key.startsWith(KnownKeys.PREFIX))
        .filteredOn(key -> !key.equals("broadsheet.translator"))
        .isSubsetOf(KnownKeys.list());
  }

  @Test
  void whatIsDocumentedAndWhatIsKnownIsTheSame() throws IOException {
    String documentation = Files.readString(ROOT.resolve("docs/configuration.md"));
    Set<String> documented = new TreeSet<>();
    ROW.matcher(documentation)
        .results()
        .map(row -> row.group(1).replace(".<name>.", ".*.").replace("<Name>", "**"))
        .flatMap(DocumentedKeysTest::weekdays)
        .filter(key -> !key.equals("broadsheet.translator.*"))
        .forEach(documented::add);

    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            KnownKeys.list().stream()
                .filter(key -> !key.startsWith("broadsheet.translator."))
                .filter(key -> !key.startsWith("broadsheet.targets."))
                .filter(key -> !DELIVERY.matcher(key).matches())
                .toList());
    assertThat(KnownKeys.list())
        .filteredOn(key -> key.startsWith("broadsheet.targets.") || DELIVERY.matcher(key).matches())
        .allSatisfy(
            key ->
                assertThat(documentation)
                    .contains("`" + key.substring(key.lastIndexOf('.') + 1) + "`"));
  }

  private static Stream<String> weekdays(String key) {
    return key.endsWith("<weekday>")
        ? Arrays.stream(DayOfWeek.values())
            .map(day -> key.replace("<weekday>", day.name().toLowerCase(Locale.ROOT)))
        : Stream.of(key);
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
