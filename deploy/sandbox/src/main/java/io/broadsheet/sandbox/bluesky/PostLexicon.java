package io.broadsheet.sandbox.bluesky;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Checks a record against the lexicon {@code app.bsky.feed.post}. Facets are checked more strictly
 * than by the real server, which stores wrong ones, for programs then to leave them out.
 */
final class PostLexicon {
  static final String NAME = "app.bsky.feed.post";

  private static final int MAX_GRAPHEMES = 300;
  private static final int MAX_BYTES = 3_000;
  private static final int MAX_LANGUAGES = 3;
  private static final int MAX_TAG_BYTES = 640;
  private static final int MAX_TAG_GRAPHEMES = 64;
  private static final Pattern GRAPHEME = Pattern.compile("\\X");
  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z.-]{0,80}:[^\\s]+");

  private PostLexicon() {}

  static void check(JsonNode post) throws XrpcError {
    for (String property : List.of("text", "createdAt")) {
      if (!post.has(property)) {
        throw wrong("Record must have the property \"" + property + "\"");
      }
    }
    if (!post.path("text").isTextual()) {
      throw wrong("Record/text must be a string");
    }
    limit(post.path("text").asText(), "Record/text", MAX_BYTES, MAX_GRAPHEMES);
    createdAt(post.path("createdAt"));
    if (post.path("langs").size() > MAX_LANGUAGES) {
      throw wrong("Record/langs must not have more than 3 elements");
    }
    byte[] text = bytes(post.path("text").asText());
    for (int i = 0; i < post.path("facets").size(); i++) {
      facet(post.path("facets").path(i), "Record/facets/" + i, text);
    }
    if (post.path("embed").path("$type").asText().equals("app.bsky.embed.external")) {
      external(post.path("embed").path("external"));
    }
  }

  private static void limit(String text, String path, int maxBytes, int maxGraphemes)
      throws XrpcError {
    if (bytes(text).length > maxBytes) {
      throw wrong(path + " must not be longer than " + maxBytes + " characters");
    } else if (GRAPHEME.matcher(text).results().count() > maxGraphemes) {
      throw wrong(path + " must not be longer than " + maxGraphemes + " graphemes");
    }
  }

  private static void createdAt(JsonNode value) throws XrpcError {
    try {
      OffsetDateTime.parse(value.asText());
    } catch (DateTimeException e) {
      throw wrong(
          "Record/createdAt must be an valid atproto datetime (both RFC-3339 and ISO-8601)");
    }
  }

  private static void facet(JsonNode facet, String path, byte[] text) throws XrpcError {
    int start = facet.path("index").path("byteStart").asInt(-1);
    int end = facet.path("index").path("byteEnd").asInt(-1);
    if (start < 0 || end <= start || end > text.length) {
      throw wrong(path + "/index must be a range of bytes within the text");
    } else if (isWithinCharacter(text, start) || isWithinCharacter(text, end)) {
      throw wrong(path + "/index must begin and end between characters");
    } else if (facet.path("features").isEmpty()) {
      throw wrong(path + " must have the property \"features\"");
    }
    for (JsonNode feature : facet.path("features")) {
      switch (feature.path("$type").asText()) {
        case "app.bsky.richtext.facet#link" -> uri(feature.path("uri"), path + "/uri");
        case "app.bsky.richtext.facet#tag" -> {
          String tag = feature.path("tag").asText();
          limit(tag, path + "/tag", MAX_TAG_BYTES, MAX_TAG_GRAPHEMES);
          if (tag.isEmpty()) {
            throw wrong(path + " must have the property \"tag\"");
          }
        }
        case "" -> throw wrong(path + " must have the property \"$type\"");
        default -> {
          // The union is open: other features are allowed.
        }
      }
    }
  }

  /** Whether the byte at the index continues a character (UTF-8: 10xxxxxx). */
  private static boolean isWithinCharacter(byte[] text, int index) {
    return index < text.length && (text[index] & 0xC0) == 0x80;
  }

  private static void external(JsonNode external) throws XrpcError {
    for (String property : List.of("uri", "title", "description")) {
      if (!external.path(property).isTextual()) {
        throw wrong("Record/embed/external must have the property \"" + property + "\"");
      }
    }
    uri(external.path("uri"), "Record/embed/external/uri");
  }

  private static void uri(JsonNode uri, String path) throws XrpcError {
    if (!URI.matcher(uri.asText()).matches()) {
      throw wrong(path + " must be a uri");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static XrpcError wrong(String what) {
    return XrpcError.invalid("Invalid " + NAME + " record: " + what);
  }
}
