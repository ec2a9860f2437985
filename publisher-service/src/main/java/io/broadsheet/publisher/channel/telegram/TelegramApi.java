package io.broadsheet.publisher.channel.telegram;

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

  /** Whether the API did what it was asked. */
  static boolean ok(HttpResult result) {
    return result instanceof HttpResult.Answered answer
        && answer.status() == 200
        && Json.object(answer.body()).filter(body -> body.path("ok").asBoolean()).isPresent();
  }
}
