package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The addresses in a message as the Bot API describes it: its links and those written out. */
final class MessageLinks {

  private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s<>\"()]+");

  private MessageLinks() {}

  static List<String> of(JsonNode message) {
    List<String> links = new ArrayList<>();
    for (String field : List.of("entities", "caption_entities")) {
      message.path(field).forEach(entity -> links.add(entity.path("url").asText("")));
    }
    for (String field : List.of("text", "caption")) {
      Matcher address = ADDRESS.matcher(message.path(field).asText(""));
      while (address.find()) {
        links.add(address.group());
      }
    }
    return links;
  }
}
