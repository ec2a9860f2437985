package io.broadsheet.generator.writing;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The form in which models give and get whole articles: lines {@code Title:}, {@code Summary:} and
 * {@code Tags:} (separated by commas), an empty line, the body.
 */
public final class ArticleFormat {

  private static final Pattern LABEL =
      Pattern.compile(
          "^[*_#\\s]*(title|summary|tags)\\s*:[*_]*\\s*(.*?)[*_]*\\s*$", Pattern.CASE_INSENSITIVE);

  private ArticleFormat() {}

  /** The article in this form. */
  public static String write(Article article) {
    return "Title: "
        + article.title()
        + "\nSummary: "
        + article.summary()
        + "\nTags: "
        + String.join(", ", article.tags())
        + "\n\n"
        + article.body();
  }

  /** Reads this form; empty when a title, a summary or the body is missing. */
  public static Optional<Article> read(String text) {
    Map<String, String> head = new HashMap<>();
    List<String> lines = text.strip().lines().toList();
    int next = 0;
    for (; next < lines.size(); next++) {
      String line = lines.get(next);
      Matcher label = LABEL.matcher(line);
      if (label.matches()) {
        head.putIfAbsent(label.group(1).toLowerCase(Locale.ROOT), label.group(2).strip());
      } else if (!line.isBlank()) {
        break;
      }
    }
    String body = String.join("\n", lines.subList(next, lines.size())).strip();
    String title = head.getOrDefault("title", "");
    String summary = head.getOrDefault("summary", "");
    if (title.isEmpty() || summary.isEmpty() || body.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Article(title, summary, Tags.read(head.getOrDefault("tags", "")), body));
  }
}
