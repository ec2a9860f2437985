package io.broadsheet.publisher.rendering;

import java.util.Optional;
import java.util.regex.Pattern;

/** Which link targets of a text may become links: http, https and mailto, and nothing hidden. */
public final class SafeLink {

  /** Browsers and VK take longer ones, but no honest link of an article is. */
  static final int MAX_LENGTH = 2_000;

  // No user part: "https://bank.example@evil.example" leads elsewhere than it seems.
  private static final Pattern WEB = Pattern.compile("(?i)https?://[^/?#@\\\\\\s]+([/?#][^\\s]*)?");

  private static final Pattern MAIL = Pattern.compile("(?i)mailto:[^\\s?]+@[^\\s?]+");

  private SafeLink() {}

  /** The target in a form fit for a link, or empty: then only the link's text is shown. */
  public static Optional<String> of(String target) {
    String link =
        CleanText.of(target)
            .strip()
            .replace(" ", "%20")
            .replace("\"", "%22")
            .replace("<", "%3C")
            .replace(">", "%3E");
    boolean allowed =
        link.length() <= MAX_LENGTH
            && (WEB.matcher(link).matches() || MAIL.matcher(link).matches());
    return allowed ? Optional.of(link) : Optional.empty();
  }
}
