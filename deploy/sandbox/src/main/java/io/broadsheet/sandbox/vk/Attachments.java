package io.broadsheet.sandbox.vk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What hangs on a post: at most one link, at most ten things in all. */
record Attachments(List<String> all) {
  private static final int MAX = 10;
  private static final Pattern LINK = Pattern.compile("(?i)https?://.+");
  private static final Pattern MEDIA = Pattern.compile("[a-z_]+-?\\d+_\\d+(?:_\\w+)?");

  static Attachments read(Params params) throws VkError {
    List<String> all =
        Arrays.stream(params.textOrEmpty("attachments").split(","))
            .map(String::trim)
            .filter(attachment -> !attachment.isEmpty())
            .toList();
    for (String attachment : all) {
      if (!isLink(attachment) && !MEDIA.matcher(attachment).matches()) {
        throw VkError.parameter("attachments contain an invalid attachment");
      }
    }
    if (all.stream().filter(Attachments::isLink).count() > 1) {
      throw VkError.parameter("attachments may hold only one link");
    }
    if (all.size() > MAX) {
      throw VkError.parameter("attachments may hold at most " + MAX);
    }
    return new Attachments(all);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  boolean hasLink() {
    return all.stream().anyMatch(Attachments::isLink);
  }

  private static boolean isLink(String attachment) {
    return LINK.matcher(attachment).matches();
  }

  ArrayNode json() {
    ArrayNode list = Json.array();
    for (String attachment : all) {
      if (isLink(attachment)) {
        list.addObject().put("type", "link").putObject("link").put("url", attachment);
      } else {
        list.addObject().put("type", attachment.replaceAll("-?\\d.*", ""));
      }
    }
    return list;
  }
}
