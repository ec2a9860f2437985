package io.broadsheet.generator.writing;

import java.util.List;

/**
 * An article in one language.
 *
 * @param title plain text, one line
 * @param summary plain text, one line
 * @param tags without {@code #}
 * @param body CommonMark
 */
public record Article(String title, String summary, List<String> tags, String body) {

  public Article {
    tags = List.copyOf(tags);
  }
}
