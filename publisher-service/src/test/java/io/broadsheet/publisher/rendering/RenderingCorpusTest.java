package io.broadsheet.publisher.rendering;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.publisher.channel.Posts;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hostile and real-world Markdown in every form, as title, summary, body and tag. */
class RenderingCorpusTest {

  static List<Path> corpus() throws IOException, URISyntaxException {
    Path folder = Path.of(RenderingCorpusTest.class.getResource("/corpus").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("corpus")
  @Case("T2")
  void hasEveryForm(Path text) throws IOException {
    String markdown = Files.readString(text);
    String title = CleanText.line(markdown).isEmpty() ? "Заголовок" : markdown;

    Forms.check(Posts.post("one", "Заголовок", "Суть.", markdown));
    Forms.check(Posts.post("one", title, markdown, markdown, List.of(markdown, "tag")));
  }

  @Test
  void isLargeEnough() throws IOException, URISyntaxException {
    assertThat(corpus()).hasSizeGreaterThanOrEqualTo(60);
  }
}
