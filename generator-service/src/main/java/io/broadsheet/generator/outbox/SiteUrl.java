package io.broadsheet.generator.outbox;

import io.broadsheet.common.config.ConfigurationFault;
import java.net.URI;
import java.net.URISyntaxException;
import org.eclipse.microprofile.config.Config;

/**
 * The user's own site, under which every post has its canonical URL.
 *
 * @param base absolute http or https URL without a trailing slash ({@code
 *     broadsheet.site.base-url})
 */
public record SiteUrl(String base) {

  private static final String KEY = "broadsheet.site.base-url";

  /**
   * Reads {@code broadsheet.site.base-url}.
   *
   * @throws ConfigurationFault if it is missing or no absolute http(s) URL without query and
   *     fragment
   */
  public static SiteUrl read(Config config) {
    String value =
        config
            .getOptionalValue(KEY, String.class)
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .orElseThrow(
                () ->
                    new ConfigurationFault(
                        KEY,
                        "is missing; write your site's address, for instance https://example.org"));
    try {
      URI uri = new URI(value);
      String scheme = uri.getScheme();
      if (!("https".equals(scheme) || "http".equals(scheme))
          || uri.getHost() == null
          || uri.getRawQuery() != null
          || uri.getRawFragment() != null) {
        throw fault(value);
      }
    } catch (URISyntaxException e) {
      throw fault(value);
    }
    return new SiteUrl(value.replaceAll("/+$", ""));
  }

  /** The canonical URL {@code <base>/<language>/<slug>} of a post. */
  public String canonical(String language, String slug) {
    return base + "/" + language + "/" + slug;
  }

  private static ConfigurationFault fault(String value) {
    return new ConfigurationFault(
        KEY,
        "is \""
            + value
            + "\"; write an absolute http or https URL without query and fragment, for instance"
            + " https://example.org/blog");
  }
}
