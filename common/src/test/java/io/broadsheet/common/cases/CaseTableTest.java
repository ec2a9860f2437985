package io.broadsheet.common.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds docs/cases.md against the tests of every module, by their sources. */
class CaseTableTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern CASES = Pattern.compile("@Case\\(([^)]*)\\)");
  private static final Pattern ID = Pattern.compile("\"([A-Z]\\d+)\"");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([A-Z]\\d+) \\| (.+) \\| ((?:`\\w+`(?:, )?)+) \\|$");
  private static final Pattern TEST = Pattern.compile("`(\\w+)`");

  @Test
  void everyIdOfATestIsToldAndEveryTestToldOfNamesItsId() throws IOException {
    Map<String, Set<String>> named = idsInTests();
    Map<String, Set<String>> told = new TreeMap<>();
    ROW.matcher(Files.readString(ROOT.resolve("docs/cases.md")))
        .results()
        .forEach(row -> told.put(row.group(1), all(TEST.matcher(row.group(3)))));

    assertThat(named.keySet()).contains("D1", "R17");
    assertThat(told.keySet()).isEqualTo(named.keySet());
    assertThat(told).allSatisfy((id, tests) -> assertThat(named.get(id)).as(id).containsAll(tests));
  }

  private static Map<String, Set<String>> idsInTests() throws IOException {
    Map<String, Set<String>> named = new TreeMap<>();
    try (Stream<Path> files = Files.find(ROOT, 20, (file, attributes) -> isTest(file))) {
      files.forEach(
          file ->
              CASES
                  .matcher(text(file))
                  .results()
                  .flatMap(cases -> all(ID.matcher(cases.group(1))).stream())
                  .forEach(
                      id ->
                          named
                              .computeIfAbsent(id, unseen -> new TreeSet<>())
                              .add(file.getFileName().toString().replace(".java", ""))));
    }
    return named;
  }

  private static boolean isTest(Path file) {
    return file.toString().endsWith(".java")
        && file.toString().contains("/src/test/java/")
        && !file.endsWith("CaseTableTest.java");
  }

  private static Set<String> all(Matcher matcher) {
    return matcher
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
