package io.broadsheet.publisher.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * A post as a page of Telegraph: the article whole, or, where it is too large, as many of its
 * blocks as fit, the next one by whole sentences or items, and a link to the rest.
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

  // What may lose its end and still be what it was. A link or a piece of code may not.
  private static final Set<String> DIVISIBLE =
      Set.of("p", "ul", "ol", "li", "blockquote", "pre", "em", "strong", "s");

  /**
   * The page of a post.
   *
   * @param link leads to the rest of a shortened one; it must be a safe link
   */
  public static TelegraphPage of(PostEvent post, String link) {
    String title = Shortening.byCodePoints(post.language()).fitTitle(post.title(), MAX_TITLE);
    ArrayNode whole = TelegraphContent.of(post);
    if (bytes(whole) <= MAX_CONTENT_BYTES) {
      return new TelegraphPage(title, whole.isEmpty() ? summary(post) : whole);
    }
    ObjectNode rest = JsonNodeFactory.instance.objectNode().put("tag", "p");
    rest.putArray("children")
        .add(TelegraphContent.link(link, Wording.of(post.language()).readOn()));
    Shortening sentences = Shortening.by(post.language(), text -> bytes(text(text)));
    int room = MAX_CONTENT_BYTES - bytes(rest) - ",".length();
    return new TelegraphPage(title, fit(whole, room, sentences).add(rest));
  }

  private static ArrayNode summary(PostEvent post) {
    return JsonNodeFactory.instance
        .arrayNode()
        .add(TelegraphContent.element("p", CleanText.of(post.summary())));
  }

  private static ArrayNode fit(ArrayNode nodes, int room, Shortening sentences) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    int left = room - bytes(kept);
    for (JsonNode node : nodes) {
      int size = bytes(node) + ",".length();
      if (size > left) {
        beginning(node, left - ",".length(), sentences).ifPresent(kept::add);
        return kept;
      }
      kept.add(node);
      left -= size;
    }
    return kept;
  }

  private static Optional<JsonNode> beginning(JsonNode node, int room, Shortening sentences) {
    if (node.isTextual()) {
      String text = sentences.fit(node.textValue(), room);
      return text.isEmpty() ? Optional.empty() : Optional.of(text(text));
    }
    if (!DIVISIBLE.contains(node.path("tag").textValue())) {
      return Optional.empty();
    }
    ObjectNode shell = JsonNodeFactory.instance.objectNode();
    shell.set("tag", node.path("tag"));
    int frame = bytes(shell) + ",\"children\":".length();
    ArrayNode children = fit((ArrayNode) node.path("children"), room - frame, sentences);
    return children.isEmpty() ? Optional.empty() : Optional.of(shell.set("children", children));
  }

  private static JsonNode text(String text) {
    return JsonNodeFactory.instance.textNode(text);
  }

  private static int bytes(JsonNode node) {
    return node.toString().getBytes(StandardCharsets.UTF_8).length;
  }
}
