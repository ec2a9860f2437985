package io.broadsheet.publisher.channel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a post will be on its channel: its parts in their order, each checked against the
 * channel's limits before the first is sent. Most posts have one part with one form.
 *
 * @param parts at least one
 */
public record Rendered(List<Part> parts) {

  public Rendered {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a rendering without a part cannot be sent");
    }
  }

  /** A post of one part with these forms, from the best to the plainest. */
  public static Rendered of(Form... forms) {
    return new Rendered(List.of(new Part(List.of(forms))));
  }

  /**
   * Reads what {@link #json()} wrote, or the single form that a replica of an earlier version did.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Rendered parse(String json) {
    if (Json.object(json).isPresent()) {
      return of(new Form(json));
    }
    List<Part> parts = new ArrayList<>();
    for (JsonNode part : Json.array(json)) {
      List<Form> forms = new ArrayList<>();
      part.forEach(form -> forms.add(new Form(form.toString())));
      parts.add(new Part(forms));
    }
    return new Rendered(parts);
  }

  /** As {@code delivery.rendered} keeps it: an array of parts, each an array of its forms. */
  public String json() {
    ArrayNode json = Json.array();
    for (Part part : parts) {
      ArrayNode forms = json.addArray();
      part.forms().forEach(form -> forms.add(Json.read(form)));
    }
    return json.toString();
  }

  /**
   * A part's form.
   *
   * @param part from 1
   * @param form from 1; past the last it is the plainest
   * @throws IndexOutOfBoundsException if there is no such part
   */
  public Form form(int part, int form) {
    List<Form> forms = parts.get(part - 1).forms();
    return forms.get(Math.min(form, forms.size()) - 1);
  }
}
