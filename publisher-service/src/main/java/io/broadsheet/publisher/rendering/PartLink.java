package io.broadsheet.publisher.rendering;

/** The links that tell the parts of one post apart. */
public final class PartLink {

  private PartLink() {}

  /**
   * The link of a part: the post's link with the fragment {@code part-2}. Where the link has a
   * fragment, that is kept and continued ({@code #top-part-2}), for posts may differ in nothing
   * else. A fragment never reaches a server, so the page is the same; a reader merely loses the
   * place in it.
   *
   * @param link the post's link
   * @param part from 1
   */
  public static String of(String link, int part) {
    int fragment = link.indexOf('#');
    boolean continued = fragment >= 0 && fragment < link.length() - 1;
    return link + (fragment < 0 ? "#" : continued ? "-" : "") + "part-" + part;
  }
}
