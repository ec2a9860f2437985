package io.broadsheet.publisher.channel.telegraph;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The mark by which a page is known again: Telegraph has no idempotency key, but a page keeps its
 * author's address and the list of pages shows it. The call's key stands in its fragment, which
 * leads readers nowhere else.
 */
final class AuthorUrl {

  /** API documentation, {@code author_url}. */
  private static final int MAX_LENGTH = 512;

  private AuthorUrl() {}

  /**
   * The address of the pages made with a key.
   *
   * @param canonicalUrl the post's; when it is too long only its host remains
   * @param key the calls' key
   */
  static String of(String canonicalUrl, String key) {
    String fragment = "#" + URLEncoder.encode(key, StandardCharsets.UTF_8);
    String page = canonicalUrl.replaceAll("#.*", "");
    if (page.length() + fragment.length() > MAX_LENGTH) {
      page = URI.create(page).resolve("/").toString();
    }
    return page + fragment;
  }

  /** Whether a page's author address bears the key's mark. */
  static boolean bears(String authorUrl, String key) {
    return authorUrl.endsWith("#" + URLEncoder.encode(key, StandardCharsets.UTF_8));
  }
}
