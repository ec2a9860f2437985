package io.broadsheet.generator.translation;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.generator.writing.Answer;
import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.ArticleFormat;
import io.broadsheet.generator.writing.gate.Gate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TranslationGatesTest {

  private static final Article SOURCE =
      article("## Раз\n\nСмотри [тут](https://e.org).\n\n```\n# не заголовок\n```\n");

  @Test
  void passAFaithfulTranslation() {
    String same = "## One\n\nSee [here](https://e.org).\n\n```\n# not a heading\n```\n";

    assertThat(fault(new SameStructure(SOURCE), same)).isEmpty();
    assertThat(fault(new LengthRatio(SOURCE), same)).isEmpty();
    assertThat(fault(new NotTheSource(SOURCE), same)).isEmpty();
  }

  @Test
  void nameWhatWasLost() {
    Gate structure = new SameStructure(SOURCE);

    assertThat(fault(structure, "One\n\nSee [here](https://e.org).\n\n```\nx\n```").orElse(""))
        .contains("0 headings", "1");
    assertThat(fault(structure, "## One\n\nSee here.\n\n```\nx\n```").orElse(""))
        .contains("0 links");
    assertThat(fault(structure, "## One\n\nSee [here](https://e.org).").orElse(""))
        .contains("0 code fences");
  }

  @Test
  void refuseTheSourceAndAnotherLength() {
    assertThat(fault(new NotTheSource(SOURCE), SOURCE.body().replace("\n", " \n"))).isPresent();
    assertThat(fault(new LengthRatio(SOURCE), "No.")).isPresent();
    assertThat(fault(new LengthRatio(SOURCE), "word ".repeat(100))).isPresent();
  }

  private static Optional<String> fault(Gate gate, String body) {
    String text = ArticleFormat.write(article(body));
    return gate.fault(new Answer(text, "stop", null, null, 1), text);
  }

  private static Article article(String body) {
    return new Article("T", "S", List.of("t"), body);
  }
}
