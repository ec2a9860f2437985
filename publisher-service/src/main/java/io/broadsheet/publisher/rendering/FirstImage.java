package io.broadsheet.publisher.rendering;

import java.util.Locale;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;

/** Finds the first image of a text that a service could fetch. */
final class FirstImage extends AbstractVisitor {

  private String found = "";

  String found() {
    return found;
  }

  @Override
  public void visit(Image image) {
    if (found.isEmpty()) {
      found =
          SafeLink.of(image.getDestination())
              .filter(target -> target.toLowerCase(Locale.ROOT).startsWith("https://"))
              .orElse("");
    }
    visitChildren(image);
  }
}
