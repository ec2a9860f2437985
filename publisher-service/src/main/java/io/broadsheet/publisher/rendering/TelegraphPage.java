package io.broadsheet.publisher.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import java.nio.charset.StandardCharsets;

/**
 * A post as a page of Telegraph: the article whole, or, where it is too large, as many of its
 * blocks as fit, the next one by whole items or sentences, and a link to the rest.
 *
 * @param title 1 to 256 code points (API documentation)
 * @param content nodes; their JSON in UTF-8 is at most {@link #MAX_CONTENT_BYTES}
 */
public record TelegraphPage(String title, ArrayNode content) {

  /**
   * The API takes 64 KB of JSON (measured: 65,507 bytes pass); this leaves room for its own
   * bookkeeping.
   */
  public static final int MAX_CONTENT_BYTES = 63_000;

  private static final int MAX_TITLE = 256;

  /**
   * The page of a post.
   *
   * @param link leads to the rest of a shortened one; it must be a safe link
   */
  public static TelegraphPage of(PostEvent post, String link) {
    String title = Shortening.byCodePoints(post.language()).fitTitle(post.title(), MAX_TITLE);
    ArrayNode whole = TelegraphContent.of(post);
    if (TelegraphCut.visible(whole).isBlank()) {
      return new TelegraphPage(title, substitute(post, title));
    } else if (bytes(whole) <= MAX_CONTENT_BYTES) {
      return new TelegraphPage(title, whole);
    }
    ObjectNode rest = JsonNodeFactory.instance.objectNode().put("tag", "p");
    rest.putArray("children")
        .add(TelegraphContent.link(link, Wording.of(post.language()).readOn()));
    int room = MAX_CONTENT_BYTES - bytes(rest) - ",".length();
    return new TelegraphPage(title, new TelegraphCut(post.language()).fit(whole, room).add(rest));
  }

  // Telegraph takes no page without text.
  private static ArrayNode substitute(PostEvent post, String title) {
    String summary = CleanText.of(post.summary());
    return JsonNodeFactory.instance
        .arrayNode()
        .add(TelegraphContent.element("p", summary.isBlank() ? title : summary));
  }

  /** The size of a node as it is sent. */
  static int bytes(JsonNode node) {
    return node.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
