package io.broadsheet.sandbox.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.broadsheet.sandbox.wire.Json;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Photos by URL or by the id of one sent before. Nothing is fetched: a host that begins with {@code
 * missing} does not answer, and only a path with an image's ending, or with none, is an image.
 */
final class Photos {
  private static final Pattern HTTP = Pattern.compile("(?i)https?:.*");
  private static final Pattern OTHER_ENDING = Pattern.compile(".*\\.[a-z0-9]{1,5}");
  private static final Pattern IMAGE = Pattern.compile(".*\\.(?:jpe?g|png|gif|webp|bmp)");

  private final Set<String> known = new HashSet<>();

  /** The id of the photo that the parameter names. */
  String fileId(String photo) throws TelegramError {
    if (photo.isEmpty()) {
      throw TelegramError.badRequest("There is no photo in the request");
    }
    if (!HTTP.matcher(photo).matches()) {
      if (!known.contains(photo)) {
        throw TelegramError.badRequest("Wrong file identifier/HTTP URL specified");
      }
      return photo;
    }
    URI uri = uri(photo);
    String host = uri.getHost().toLowerCase(Locale.ROOT);
    if (host.startsWith("missing")) {
      throw TelegramError.badRequest("Failed to get HTTP URL content");
    }
    String path = uri.getPath() == null ? "" : uri.getPath().toLowerCase(Locale.ROOT);
    String file = path.substring(path.lastIndexOf('/') + 1);
    if (OTHER_ENDING.matcher(file).matches() && !IMAGE.matcher(file).matches()) {
      throw TelegramError.badRequest("Wrong type of the web page content");
    }
    return "AgACAgIAAxkB" + hash(photo);
  }

  private static URI uri(String photo) throws TelegramError {
    try {
      URI uri = new URI(photo);
      if (uri.getHost() != null && LinkCheck.checked(photo).isPresent()) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Refused below, as other addresses are.
    }
    throw TelegramError.badRequest("Wrong HTTP URL specified");
  }

  private static String hash(String url) {
    UUID uuid = UUID.nameUUIDFromBytes(url.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(uuid.toString().getBytes(StandardCharsets.US_ASCII));
  }

  /** The sizes of a photo as a message shows them. */
  static ArrayNode sizes(String fileId) {
    ArrayNode sizes = Json.array();
    sizes
        .addObject()
        .put("file_id", fileId)
        .put("file_unique_id", "AQAD" + fileId.substring(fileId.length() - 12))
        .put("file_size", 65_536)
        .put("width", 1_280)
        .put("height", 720);
    return sizes;
  }

  /** Keeps the id of a message's photo, if it has one. */
  void remember(JsonNode message) {
    message.path("photo").forEach(size -> known.add(size.path("file_id").asText()));
  }

  void clear() {
    known.clear();
  }
}
