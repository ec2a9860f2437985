package io.broadsheet.publisher.rendering;

import org.commonmark.node.Heading;
import org.commonmark.node.Node;

/** Models like to begin an article with its title, which every channel already shows. */
final class RepeatedTitle {

  private RepeatedTitle() {}

  /** Takes a first heading away that says just the title. */
  static void remove(Node document, String title) {
    if (document.getFirstChild() instanceof Heading heading
        && CleanText.line(PlainInline.of(heading)).equalsIgnoreCase(CleanText.line(title))) {
      heading.unlink();
    }
  }
}
