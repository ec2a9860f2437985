package io.broadsheet.generator.outbox;

import java.util.List;

/**
 * One language version of an edition, ready to be published.
 *
 * @param language ISO 639 code in lower case
 * @param contentType the kind of article
 * @param slug the last part of the canonical URL; no other post of this language may have it
 * @param title plain text
 * @param summary one or two sentences, plain text
 * @param bodyMarkdown the article, CommonMark
 * @param tags without {@code #}
 */
public record NewPost(
    String language,
    String contentType,
    String slug,
    String title,
    String summary,
    String bodyMarkdown,
    List<String> tags) {

  public NewPost {
    tags = List.copyOf(tags);
  }
}
