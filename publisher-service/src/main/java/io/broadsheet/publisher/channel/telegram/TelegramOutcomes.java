package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpResult.Answered;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Move;
import io.broadsheet.publisher.channel.Outcome;
import java.time.Duration;

/**
 * What an answer to {@code sendMessage} or {@code sendPhoto} means. In the order of the checks:
 *
 * <ol>
 *   <li>no byte left: not sent;
 *   <li>no whole answer: unknown;
 *   <li>429: throttled for {@code retry_after} seconds, else the header's, else a minute. It is a
 *       definite refusal whoever in front of the API says it;
 *   <li>500 and above: unknown; a 502 of the front end has come after the effect;
 *   <li>not the API's envelope (a proxy, a redirect): unknown;
 *   <li>{@code ok} with a {@code message_id}: posted; without one: unknown;
 *   <li>a {@code migrate_to_chat_id}: moved there;
 *   <li>else refused, by {@link TelegramRefusal#TABLE}.
 * </ol>
 */
final class TelegramOutcomes {

  private static final long DEFAULT_RETRY_AFTER_S = 60;

  private final TelegramSettings settings;

  TelegramOutcomes(TelegramSettings settings) {
    this.settings = settings;
  }

  /**
   * The outcome.
   *
   * @param call what was answered; it says to which chat it went
   */
  Outcome of(HttpResult result, Call call) {
    return result.outcome(answer -> of(answer, settings.chatId(call)));
  }

  private Outcome of(Answered answer, String chat) {
    String status = Integer.toString(answer.status());
    ObjectNode body = Json.object(answer.body()).orElseGet(Json::object);
    String description = body.path("description").asText("");
    int code = body.path("error_code").asInt(answer.status());
    if (code == 429 || answer.status() == 429) {
      return new Outcome.Throttled(retryAfter(answer, body), "429", description);
    } else if (answer.status() >= 500 || code >= 500) {
      return new Outcome.Unknown(status, "server error " + status + " " + description);
    } else if (!body.path("ok").isBoolean()) {
      return new Outcome.Unknown(status, "status " + status + " and no answer of the Bot API");
    } else if (body.path("ok").booleanValue()) {
      return posted(answer, chat, body.path("result").path("message_id"));
    }
    return refused(code, description, body.path("parameters"));
  }

  private Outcome posted(Answered answer, String chat, JsonNode messageId) {
    if (answer.status() != 200 || !messageId.canConvertToLong() || messageId.longValue() <= 0) {
      return new Outcome.Unknown(
          Integer.toString(answer.status()), "the answer says ok and names no message");
    }
    String id = Long.toString(messageId.longValue());
    return new Outcome.Posted(id, settings.messageUrl(chat, id));
  }

  private Outcome refused(int code, String description, JsonNode parameters) {
    TelegramRefusal row = TelegramRefusal.of(code, description);
    JsonNode movedTo = parameters.path("migrate_to_chat_id");
    if (movedTo.canConvertToLong() && movedTo.longValue() != 0) {
      Move move = new Move(settings.chatId(), movedTo.asText());
      String message = description + ": " + row.remedy() + " " + movedTo.asText();
      return new Outcome.Moved(move, Integer.toString(code), message);
    }
    return new Outcome.Rejected(
        row.cause(), Integer.toString(code), description + ": " + row.remedy());
  }

  private static Duration retryAfter(Answered answer, ObjectNode body) {
    JsonNode parameter = body.path("parameters").path("retry_after");
    long seconds =
        parameter.canConvertToLong() && parameter.longValue() > 0
            ? parameter.longValue()
            : answer.retryAfter().orElse(DEFAULT_RETRY_AFTER_S);
    return Duration.ofSeconds(Math.max(1, seconds));
  }
}
