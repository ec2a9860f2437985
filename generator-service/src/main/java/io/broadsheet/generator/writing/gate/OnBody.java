package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.ArticleFormat;
import java.util.Optional;

/**
 * A gate that looks at an article's body only.
 *
 * @param gate asked about the body; about the whole where it is no article
 */
public record OnBody(Gate gate) implements Gate {

  @Override
  public String name() {
    return gate.name();
  }

  @Override
  public Optional<String> fault(Submission submission) {
    String body =
        ArticleFormat.read(submission.text()).map(Article::body).orElse(submission.text());
    return gate.fault(new Submission(body, submission.finishReason()));
  }
}
