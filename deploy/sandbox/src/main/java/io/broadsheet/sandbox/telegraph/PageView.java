package io.broadsheet.sandbox.telegraph;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** A page as HTML, for people who follow its URL. */
final class PageView {
  private static final Set<String> VOID = Set.of("br", "hr", "img");

  private PageView() {}

  static String of(Page page) {
    StringBuilder html = new StringBuilder(4096);
    html.append("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>")
        .append(escape(page.title()))
        .append("</title></head>\n<body><article><h1>")
        .append(escape(page.title()))
        .append("</h1>\n<address>");
    if (page.authorUrl().matches("(?i)https?:.*")) {
      html.append("<a rel=\"author\" href=\"%s\">".formatted(escape(page.authorUrl())))
          .append(escape(page.authorName()))
          .append("</a>");
    } else {
      html.append(escape(page.authorName()));
    }
    html.append("</address>\n");
    nodes(html, page.content());
    return html.append("\n</article></body></html>\n").toString();
  }

  private static void nodes(StringBuilder html, JsonNode nodes) {
    for (JsonNode node : nodes) {
      if (node.isTextual()) {
        html.append(escape(node.asText()));
        continue;
      }
      String tag = node.path("tag").asText();
      html.append('<').append(tag);
      node.path("attrs")
          .properties()
          .forEach(
              attribute -> {
                String value = attribute.getValue().asText();
                if (!value.matches("(?i)\\s*(?:javascript|data|vbscript):.*")) {
                  html.append(" %s=\"%s\"".formatted(attribute.getKey(), escape(value)));
                }
              });
      html.append('>');
      if (!VOID.contains(tag)) {
        nodes(html, node.path("children"));
        html.append("</").append(tag).append('>');
      }
    }
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
