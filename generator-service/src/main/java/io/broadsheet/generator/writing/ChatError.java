package io.broadsheet.generator.writing;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.generator.writing.ChatFault.Down;
import io.broadsheet.generator.writing.ChatFault.Refused;
import io.broadsheet.generator.writing.ChatFault.Throttled;
import io.broadsheet.generator.writing.chat.HttpReply;
import io.broadsheet.generator.writing.chat.Redaction;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells a provider's errors apart. Codes: OpenAI's and OpenRouter's documentation of errors; the
 * words are for providers that give no code.
 */
final class ChatError {

  private static final Set<String> QUOTA =
      Set.of(
          "insufficient_quota",
          "credit_balance_exhausted",
          "organization_spend_limit_exceeded",
          "project_spend_limit_exceeded",
          "organization_usage_limit_exceeded",
          "billing_hard_limit_reached",
          "insufficient_credits");
  private static final Set<String> FILTER =
      Set.of("content_filter", "content_policy_violation", "moderation", "data_inspection_failed");
  private static final Set<String> LENGTH =
      Set.of("context_length_exceeded", "string_above_max_length", "request_too_large");
  private static final Pattern QUOTA_WORDS =
      Pattern.compile("insufficient (balance|quota|credits)|credit balance is too low");
  private static final Pattern FILTER_WORDS =
      Pattern.compile("moderation|flagged|content (management|policy|filter)");
  private static final Pattern LENGTH_WORDS =
      Pattern.compile("context (length|window)|prompt is too long|too many (input )?tokens");

  private final HttpReply reply;
  private final int status;
  private final String code;
  private final String type;
  private final String message;
  private final String told;

  ChatError(HttpReply reply, JsonNode body, Redaction redaction) {
    JsonNode error = body.path("error");
    this.reply = reply;
    this.code = word(error.path("code"));
    this.type = word(error.path("type"));
    this.status = status(reply.status(), error.path("code"));
    String raw = error.isTextual() ? error.textValue() : text(error.path("message"), reply.body());
    this.message = raw == null ? "" : raw.toLowerCase(Locale.ROOT);
    String shownCode = redaction.apply(code.isEmpty() ? type : code);
    String quoted = redaction.apply(raw);
    this.told =
        "answered HTTP "
            + reply.status()
            + (shownCode.isEmpty() ? "" : " " + shownCode)
            + (quoted.isEmpty() ? "" : ": " + quoted);
  }

  /** What it is; a status from 300 to 499 says that nothing was done for it. */
  ChatFailure failure() {
    boolean turnedDown = reply.status() >= 300 && reply.status() < 500 && reply.status() != 408;
    return turnedDown ? ChatFailure.free(fault()) : ChatFailure.unpriced(fault());
  }

  private ChatFault fault() {
    if (QUOTA.contains(code)
        || QUOTA.contains(type)
        || status == 402
        || (status < 500 && QUOTA_WORDS.matcher(message).find())) {
      return refused(Refused.Reason.QUOTA, "no money or allowance left: top the account up");
    }
    if (status == 429) {
      return new Throttled(reply.retryAfter(), told);
    }
    if (FILTER.contains(code)
        || FILTER.contains(type)
        || ((status == 400 || status == 403) && FILTER_WORDS.matcher(message).find())) {
      return refused(Refused.Reason.CONTENT_FILTER, "its content filter objects");
    }
    if (LENGTH.contains(code)
        || status == 413
        || (status == 400 && LENGTH_WORDS.matcher(message).find())) {
      return refused(Refused.Reason.CONTEXT_LENGTH, "too long for this model");
    }
    if (code.equals("model_not_found") || (status == 404 && isJson())) {
      return refused(Refused.Reason.MODEL_NOT_FOUND, "look at model and base-url");
    }
    if (status == 401 || status == 403) {
      return refused(Refused.Reason.AUTHENTICATION, "look at api-key and what it may do");
    }
    if (status == 408 || status == 409 || status == 425 || status >= 500) {
      // An overloaded provider says with a 503 or 529 when to come back.
      return new Down(Down.Reason.SERVER, true, reply.retryAfter(), told);
    }
    if (!isJson()) {
      return refused(Refused.Reason.NOT_JSON, "does base-url name the API, not a web page?");
    }
    return refused(Refused.Reason.BAD_REQUEST, "look at the writer's parameters");
  }

  private Refused refused(Refused.Reason reason, String advice) {
    return new Refused(reason, told + " (" + advice + ")");
  }

  private boolean isJson() {
    return reply.body() != null && reply.body().stripLeading().startsWith("{");
  }

  // OpenRouter's errors in 200 have the status as their code; others there are the provider's.
  private static int status(int sent, JsonNode code) {
    if (sent >= 300) {
      return sent;
    }
    boolean isStatus = code.canConvertToInt() && code.asInt() >= 400 && code.asInt() < 600;
    return isStatus ? code.asInt() : 500;
  }

  private static String word(JsonNode node) {
    return text(node, "").toLowerCase(Locale.ROOT);
  }

  private static String text(JsonNode node, String fallback) {
    return node.isValueNode() && !node.isNull() ? node.asText() : fallback;
  }
}
