package io.broadsheet.generator.writing.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.Code;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * Every link leads somewhere: absolute, by http or https, to a host that is none of those that
 * stand for one and is the one that its words name, if they name one. No picture is linked in: a
 * model has none, and readers' devices would ask whatever host it names.
 */
public final class AbsoluteLinks implements Gate {

  private static final Pattern WEB =
      Pattern.compile(
          "(?i)https?://([\\p{L}\\p{N}\\p{M}._-]+\\.[\\p{L}\\p{N}\\p{M}-]+)(?::\\d+)?(?:[/?#]\\S*)?");
  private static final Pattern BARE = Pattern.compile("https?://[^\\s<>)\\]]+");

  // Without "www." only what can hardly be anything else is an address: "telegram.org" is one, but
  // "Node.js", "ASP.NET", "socket.io" and "README.md" are names.
  private static final Pattern NAMED_HOST =
      Pattern.compile(
          "\\s*((?i:https?://|www\\.)(?:[\\p{L}\\p{N}-]+\\.)+\\p{L}{2,}"
              + "|(?:[\\p{Ll}\\p{N}-]+\\.)+(?:com|org|gov|edu|ru|su|рф|ua|by|kz|uk|de|fr|eu|me))"
              + "(?:[/?#:]\\S*)?\\s*");

  private final List<String> placeholderHosts;

  /**
   * @param placeholderHosts hosts that links must not lead to, nor to hosts below them
   */
  public AbsoluteLinks(List<String> placeholderHosts) {
    this.placeholderHosts = List.copyOf(placeholderHosts);
  }

  @Override
  public String name() {
    return "links";
  }

  @Override
  public Optional<String> fault(Submission submission) {
    Node tree = MarkdownTree.parse(submission.text());
    for (Image image : MarkdownTree.nodes(tree, Image.class)) {
      return Optional.of(
          "the text held the picture \"" + image.getDestination() + "\"; write without pictures");
    }
    for (String target : targets(tree)) {
      Matcher web = WEB.matcher(target);
      if (!web.matches()) {
        return Optional.of(
            "the link to \"" + target + "\" is no absolute http or https address; leave it out");
      }
      String host = web.group(1).toLowerCase(Locale.ROOT);
      if (placeholderHosts.stream().anyMatch(one -> host.equals(one) || host.endsWith("." + one))) {
        return Optional.of("the link to \"" + target + "\" is made up; leave it out");
      }
      if (MixedLetters.in(host).isPresent()) {
        return Optional.of("the link to \"" + target + "\" mixes alphabets; leave it out");
      }
    }
    return MarkdownTree.nodes(tree, Link.class).stream()
        .map(AbsoluteLinks::words)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<String> words(Link link) {
    String words = MarkdownTree.words(link);
    if (words.isBlank() && MarkdownTree.nodes(link, Code.class).isEmpty()) {
      return Optional.of("the link to \"" + link.getDestination() + "\" has no words");
    }
    Matcher named = NAMED_HOST.matcher(words);
    Matcher target = WEB.matcher(link.getDestination());
    return named.matches() && target.matches() && !sameSite(named.group(1), target.group(1))
        ? Optional.of(
            "the link \"" + words.strip() + "\" leads to \"" + link.getDestination() + "\" instead")
        : Optional.empty();
  }

  // A label may leave out "www." or name the site above a page's own host.
  private static boolean sameSite(String named, String host) {
    String site = named.toLowerCase(Locale.ROOT).replaceFirst("^(?:https?://)?(?:www\\.)?", "");
    String target = host.toLowerCase(Locale.ROOT);
    return target.equals(site) || target.endsWith("." + site);
  }

  private static List<String> targets(Node tree) {
    List<String> targets = new ArrayList<>();
    for (Node node : MarkdownTree.nodes(tree)) {
      if (node instanceof Link link) {
        targets.add(link.getDestination());
      }
    }
    for (Node block : MarkdownTree.textBlocks(tree)) {
      BARE.matcher(MarkdownTree.words(block))
          .results()
          .forEach(found -> targets.add(found.group()));
    }
    return targets;
  }
}
