package io.broadsheet.publisher.channel.vk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpRequest;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Json;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How VK's methods are called: always by POST, for long GETs are refused. */
final class VkApi {

  /** The newest version with a published schema. */
  private static final String VERSION = "5.199";

  private final URI baseUrl;
  private final HttpTransport transport;

  VkApi(URI baseUrl, HttpTransport transport) {
    this.baseUrl = baseUrl;
    this.transport = transport;
  }

  HttpResult call(String method, String token, Map<String, String> parameters, Call call) {
    Map<String, String> form = new LinkedHashMap<>(parameters);
    form.put("access_token", token);
    form.put("v", VERSION);
    URI uri = URI.create(baseUrl + "/method/" + method);
    return transport.exchange(HttpRequest.form(uri, form), call);
  }

  /** What VK answered, if it answered and refused nothing. */
  static Optional<JsonNode> response(HttpResult result) {
    return body(result).map(body -> body.path("response")).filter(JsonNode::isContainerNode);
  }

  /** Why there is no response, for a person. */
  static String failure(HttpResult result) {
    return body(result)
        .map(body -> body.path("error").path("error_msg").asText(""))
        .filter(error -> !error.isEmpty())
        .orElseGet(result::failure);
  }

  private static Optional<ObjectNode> body(HttpResult result) {
    return result instanceof HttpResult.Answered answer && answer.status() == 200
        ? Json.object(answer.body())
        : Optional.empty();
  }
}
