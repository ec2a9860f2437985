package io.broadsheet.generator.translation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One answer of the corpus: header lines {@code key: value}, an empty line, the answer as the model
 * gave it; of a translation first its source, then a line {@code === answer}.
 *
 * @param name the file's
 * @param header {@code kind}, {@code language}; {@code gate} of a bad one, {@code from} of a
 *     translation, {@code finish} where it is not {@code stop}
 * @param source what was to be translated, or empty
 * @param text the answer
 */
record AnswerFile(String name, Map<String, String> header, String source, String text) {

  private static final String SEPARATOR = "=== answer\n";

  /** The answers of a folder of the corpus, by name. */
  static List<AnswerFile> in(String folder) {
    try {
      Path root = Path.of(AnswerFile.class.getResource("/answers/" + folder).toURI());
      try (Stream<Path> files = Files.list(root)) {
        return files.sorted().map(AnswerFile::read).toList();
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static AnswerFile read(Path file) {
    try {
      String content = Files.readString(file);
      int end = content.indexOf("\n\n");
      Map<String, String> header = new HashMap<>();
      content
          .substring(0, end)
          .lines()
          .forEach(
              line ->
                  header.put(
                      line.substring(0, line.indexOf(':')),
                      line.substring(line.indexOf(':') + 1).strip()));
      String body = content.substring(end + 2);
      int answer = header.containsKey("from") ? body.indexOf(SEPARATOR) : -1;
      return new AnswerFile(
          file.getFileName().toString(),
          header,
          answer < 0 ? "" : body.substring(0, answer).strip(),
          answer < 0 ? body : body.substring(answer + SEPARATOR.length()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String finishReason() {
    return header.getOrDefault("finish", "stop");
  }

  @Override
  public String toString() {
    return name;
  }
}
