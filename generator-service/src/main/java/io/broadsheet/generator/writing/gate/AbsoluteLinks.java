package io.broadsheet.generator.writing.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * Every link leads somewhere: absolute, by http or https, to a host that is none of those that
 * stand for one.
 */
public final class AbsoluteLinks implements Gate {

  private static final Pattern WEB =
      Pattern.compile("(?i)https?://([^/?#@:\\s]+\\.[^/?#@:\\s]+)(?::\\d+)?(?:[/?#]\\S*)?");
  private static final Pattern BARE = Pattern.compile("https?://[^\\s<>)\\]]+");

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
    for (String target : targets(MarkdownTree.parse(submission.text()))) {
      Matcher web = WEB.matcher(target);
      if (!web.matches()) {
        return Optional.of(
            "the link to \"" + target + "\" is no absolute http or https address; leave it out");
      }
      String host = web.group(1).toLowerCase(Locale.ROOT);
      if (placeholderHosts.stream().anyMatch(one -> host.equals(one) || host.endsWith("." + one))) {
        return Optional.of("the link to \"" + target + "\" is made up; leave it out");
      }
    }
    return Optional.empty();
  }

  private static List<String> targets(Node tree) {
    List<String> targets = new ArrayList<>();
    for (Node node : MarkdownTree.nodes(tree)) {
      if (node instanceof Link link) {
        targets.add(link.getDestination());
      } else if (node instanceof Image image) {
        targets.add(image.getDestination());
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
