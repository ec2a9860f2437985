package io.broadsheet.generator.writing.gate;

import io.broadsheet.generator.writing.Article;
import io.broadsheet.generator.writing.ArticleFormat;
import java.util.Optional;

/**
 * The text has the form of an article, and its title and summary fit where they are shown.
 *
 * @param title how long the title may be
 * @param summary how long the summary may be
 * @param leastTags how many tags there must be
 */
public record ArticleForm(Bounds title, Bounds summary, int leastTags) implements Gate {

  @Override
  public String name() {
    return "article-form";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    return ArticleFormat.read(submission.text())
        .map(this::fault)
        .orElse(
            Optional.of(
                "the answer must begin with lines \"Title:\", \"Summary:\" and \"Tags:\", then an"
                    + " empty line and the text"));
  }

  private Optional<String> fault(Article article) {
    if (!title.hold(article.title())) {
      return Optional.of(outside("title", article.title(), title));
    }
    if (!summary.hold(article.summary())) {
      return Optional.of(outside("summary", article.summary(), summary));
    }
    if (PlainWords.holdsMarkup(article.title()) || PlainWords.holdsMarkup(article.summary())) {
      return Optional.of("the title or the summary held Markdown; both are plain text");
    }
    if (article.summary().equalsIgnoreCase(article.title())) {
      return Optional.of("the summary only repeated the title");
    }
    return article.tags().size() < leastTags
        ? Optional.of("the line \"Tags:\" named no tag; name three to six, separated by commas")
        : Optional.empty();
  }

  private static String outside(String what, String text, Bounds bounds) {
    return "the "
        + what
        + " had "
        + Bounds.length(text)
        + " characters; it must have "
        + bounds.least()
        + " to "
        + bounds.most();
  }
}
