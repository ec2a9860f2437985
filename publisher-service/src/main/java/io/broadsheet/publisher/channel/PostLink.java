package io.broadsheet.publisher.channel;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.rendering.SafeLink;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/**
 * The one link that every text of a post carries: to its companion, or else its canonical URL. No
 * two posts share it, so it is also what a probe knows the post by, whatever their titles.
 */
public final class PostLink {

  private PostLink() {}

  /**
   * The link of a post.
   *
   * @throws Unrenderable if it is no web address that readers could follow
   */
  public static String of(PostEvent post, Optional<URI> companion) {
    String link = companion.map(URI::toString).orElse(post.canonicalUrl());
    return SafeLink.of(link)
        .orElseThrow(
            () ->
                new Unrenderable(
                    "the post's link \""
                        + Redaction.of().apply(link)
                        + "\" is no http or https URL of at most 2000 characters; see"
                        + " broadsheet.site.base-url"));
  }

  /**
   * Whether two addresses are one: services write the host in small letters and a path of their own
   * where there was none. A longer path is another address.
   */
  public static boolean same(String one, String other) {
    return normal(one).equals(normal(other));
  }

  private static String normal(String link) {
    int scheme = link.indexOf("://");
    if (scheme < 0) {
      return link;
    }
    int path = link.indexOf('/', scheme + 3);
    String origin = path < 0 ? link : link.substring(0, path);
    String rest = path < 0 ? "/" : link.substring(path);
    return origin.toLowerCase(Locale.ROOT) + rest;
  }
}
