package io.broadsheet.publisher.channel.vk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.Json;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is posted to a wall. Its link makes it known again: as an address in the text or the
 * attachment, or, where VK forbids links, as the mark that stands in the text in its place. No two
 * posts share a link, so no two share a mark.
 *
 * @param message plain text
 * @param link the post's link
 * @param mark the link as no service makes a link of it; with it the link is not attached
 */
record WallPost(String message, String link, Optional<String> mark) {

  /** A post with its link. */
  static WallPost linked(String message, String link) {
    return new WallPost(message, link, Optional.empty());
  }

  /** Reads what {@link #form()} wrote. */
  static WallPost read(Form form) {
    ObjectNode json = Json.read(form);
    return new WallPost(
        json.required("message").textValue(),
        json.required("link").textValue(),
        Optional.ofNullable(json.path("mark").textValue()));
  }

  /** As it is kept. */
  Form form() {
    ObjectNode json = Json.object();
    json.put("message", message);
    json.put("link", link);
    mark.ifPresent(text -> json.put("mark", text));
    return new Form(json.toString());
  }

  /** What is attached, in a list that commas part. */
  Optional<String> attachment() {
    return mark.isPresent() ? Optional.empty() : Optional.of(link.replace(",", "%2C"));
  }

  /** Whether a wall's text bears the mark: as a whole, whatever VK made of white space. */
  boolean isMarkedIn(String text) {
    return mark.map(mine -> "(?U)(?<!\\S)" + Pattern.quote(mine) + "(?!\\S)")
        .filter(mine -> Pattern.compile(mine).matcher(text).find())
        .isPresent();
  }
}
