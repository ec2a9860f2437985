package io.broadsheet.publisher.channel.vk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpResult.Answered;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import java.time.Duration;

/**
 * What an answer to {@code wall.post} means. In the order of the checks:
 *
 * <ol>
 *   <li>no byte left: not sent;
 *   <li>no whole answer: unknown;
 *   <li>status 429: throttled for the header's seconds, else a minute;
 *   <li>another status than 200, for VK answers its errors with 200: unknown;
 *   <li>a {@code post_id}: posted;
 *   <li>an error: by {@link VkError#TABLE};
 *   <li>neither: unknown.
 * </ol>
 */
final class VkOutcomes {

  private static final Duration DEFAULT_WAIT = Duration.ofMinutes(1);

  private final VkSettings settings;

  VkOutcomes(VkSettings settings) {
    this.settings = settings;
  }

  Outcome of(HttpResult result) {
    return result.outcome(this::of);
  }

  private Outcome of(Answered answer) {
    String status = Integer.toString(answer.status());
    if (answer.status() == 429) {
      return HttpResult.throttled(answer, DEFAULT_WAIT);
    } else if (answer.status() != 200) {
      return new Outcome.Unknown(status, "status " + status + " and no answer of VK's API");
    }
    ObjectNode body = Json.object(answer.body()).orElseGet(Json::object);
    JsonNode postId = body.path("response").path("post_id");
    if (postId.canConvertToLong() && postId.longValue() > 0) {
      String id = Long.toString(postId.longValue());
      return new Outcome.Posted(id, settings.postUrl(id));
    } else if (body.path("error").path("error_code").canConvertToInt()) {
      return failed(body.path("error"));
    }
    return new Outcome.Unknown(status, "the answer names neither a post nor an error");
  }

  private static Outcome failed(JsonNode error) {
    int number = error.path("error_code").intValue();
    String said = error.path("error_msg").asText("");
    VkError row = VkError.of(number, said);
    String code = Integer.toString(number);
    String message = said + subcode(error) + ": " + row.remedy() + whereToGo(error);
    return switch (row.meaning()) {
      case THROTTLED -> new Outcome.Throttled(row.pause(), code, message);
      case DEFERRED -> new Outcome.Deferred(row.pause(), code, message);
      case FORM -> new Outcome.Rejected(Cause.FORM, code, message);
      case CONTENT -> new Outcome.Rejected(Cause.CONTENT, code, message);
      case CONFIGURATION -> new Outcome.Rejected(Cause.CONFIGURATION, code, message);
      case PERSON -> new Outcome.Rejected(Cause.PERSON, code, message);
      case UNKNOWN -> new Outcome.Unknown(code, message);
    };
  }

  // Of error 15, for instance, which of its reasons it is.
  private static String subcode(JsonNode error) {
    int subcode = error.path("error_subcode").asInt(0);
    return subcode == 0 ? "" : " (" + subcode + ")";
  }

  // A captcha's picture, a validation's page.
  private static String whereToGo(JsonNode error) {
    String address = error.path("captcha_img").asText(error.path("redirect_uri").asText(""));
    return address.isEmpty() ? "" : " (" + address + ")";
  }
}
