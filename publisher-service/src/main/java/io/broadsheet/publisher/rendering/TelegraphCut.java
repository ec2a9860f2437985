package io.broadsheet.publisher.rendering;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Shortens Telegraph's nodes: whole blocks; of the first that does not fit, whole items or whole
 * sentences. Where no sentence ends in much room, words and an ellipsis. Elements stay closed, and
 * links and code whole, because a tree is cut and not its text.
 */
final class TelegraphCut {

  /** Room that is not left empty for want of a sentence's end. */
  private static final int MUCH_ROOM = 1_000;

  private static final Set<String> LISTS = Set.of("ul", "ol");
  private static final Set<String> TEXTS = Set.of("p", "li", "blockquote", "pre");
  private static final Set<String> INDIVISIBLE = Set.of("a", "code");

  private final Shortening shortening;

  TelegraphCut(String language) {
    this.shortening = Shortening.byCodePoints(language);
  }

  /** The beginning of the nodes whose JSON takes no more bytes than there is room. */
  ArrayNode fit(ArrayNode nodes, int room) {
    ArrayNode kept = JsonNodeFactory.instance.arrayNode();
    int left = room - TelegraphPage.bytes(kept);
    for (JsonNode node : nodes) {
      int size = TelegraphPage.bytes(node) + ",".length();
      if (size > left) {
        beginning(node, left - ",".length()).ifPresent(kept::add);
        return kept;
      }
      kept.add(node);
      left -= size;
    }
    return kept;
  }

  private Optional<JsonNode> beginning(JsonNode node, int room) {
    String tag = node.path("tag").asText();
    if (LISTS.contains(tag)) {
      int frame = TelegraphPage.bytes(shell(node, JsonNodeFactory.instance.arrayNode()));
      ArrayNode items = fit((ArrayNode) node.path("children"), room - frame + "[]".length());
      return items.isEmpty() ? Optional.empty() : Optional.of(shell(node, items));
    }
    return TEXTS.contains(tag) ? text(node, room) : Optional.empty();
  }

  private Optional<JsonNode> text(JsonNode node, int room) {
    String text = visible(node);
    IntFunction<JsonNode> sentences = end -> new Prefix(end).of(node);
    IntFunction<JsonNode> words =
        end -> {
          ObjectNode cut = new Prefix(end).of(node);
          ((ArrayNode) cut.path("children")).add(Shortening.ELLIPSIS);
          return cut;
        };
    int end = shortening.sentencesEnd(text, at -> TelegraphPage.bytes(sentences.apply(at)) <= room);
    if (end > 0) {
      return Optional.of(sentences.apply(end));
    } else if (room >= MUCH_ROOM) {
      end = shortening.wordsEnd(text, at -> TelegraphPage.bytes(words.apply(at)) <= room);
    }
    return end == 0 ? Optional.empty() : Optional.of(words.apply(end));
  }

  /** The text that readers see of a node or of nodes. */
  static String visible(JsonNode node) {
    if (node.isTextual()) {
      return node.textValue();
    }
    StringBuilder text = new StringBuilder();
    (node.isArray() ? node : node.path("children")).forEach(child -> text.append(visible(child)));
    return text.toString();
  }

  private static ObjectNode shell(JsonNode node, ArrayNode children) {
    ObjectNode shell = JsonNodeFactory.instance.objectNode();
    shell.set("tag", node.path("tag"));
    if (node.has("attrs")) {
      shell.set("attrs", node.path("attrs"));
    }
    shell.set("children", children);
    return shell;
  }

  /** Copies a tree up to a number of visible characters. */
  private static final class Prefix {

    private int left;

    private Prefix(int length) {
      this.left = length;
    }

    private ObjectNode of(JsonNode element) {
      ArrayNode children = JsonNodeFactory.instance.arrayNode();
      for (JsonNode child : element.path("children")) {
        if (left <= 0) {
          break;
        }
        add(child, children);
      }
      return shell(element, children);
    }

    private void add(JsonNode child, ArrayNode children) {
      int length = visible(child).length();
      if (length <= left) {
        children.add(child);
        left -= length;
      } else if (child.isTextual()) {
        children.add(child.textValue().substring(0, left));
        left = 0;
      } else if (INDIVISIBLE.contains(child.path("tag").textValue())) {
        left = 0;
      } else {
        children.add(of(child));
      }
    }
  }
}
