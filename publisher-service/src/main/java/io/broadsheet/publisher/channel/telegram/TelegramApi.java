package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpRequest;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Json;
import java.net.URI;

/** How the Bot API's methods are called. */
final class TelegramApi {

  private final TelegramSettings settings;
  private final HttpTransport transport;

  TelegramApi(TelegramSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.transport = transport;
  }

  HttpResult call(String method, ObjectNode parameters, Call call) {
    URI uri = URI.create(settings.baseUrl() + "/bot" + settings.token() + "/" + method);
    return transport.exchange(HttpRequest.json(uri, parameters.toString()), call);
  }

  /** What the API answered with; empty unless it is {@link #ok}. */
  static JsonNode result(HttpResult result) {
    return ok(result) ? body(result).path("result") : Json.object();
  }

  /** Why it is not {@link #ok}: the API's words, or what became of the question. */
  static String reason(HttpResult result) {
    if (result instanceof HttpResult.Answered answer) {
      return body(result).path("description").asText("status " + answer.status());
    } else if (result instanceof HttpResult.NotWritten nothing) {
      return nothing.message();
    }
    return ((HttpResult.NoAnswer) result).message();
  }

  private static ObjectNode body(HttpResult result) {
    return result instanceof HttpResult.Answered answer
        ? Json.object(answer.body()).orElseGet(Json::object)
        : Json.object();
  }

  /** Whether the API did what it was asked. */
  static boolean ok(HttpResult result) {
    return result instanceof HttpResult.Answered answer
        && answer.status() == 200
        && body(result).path("ok").asBoolean();
  }
}
