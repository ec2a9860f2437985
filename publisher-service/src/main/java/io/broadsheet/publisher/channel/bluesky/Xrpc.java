package io.broadsheet.publisher.channel.bluesky;

import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpRequest;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpTransport;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** The server's HTTP API (https://atproto.com/specs/xrpc). */
final class Xrpc {

  private final URI baseUrl;
  private final HttpTransport transport;

  Xrpc(URI baseUrl, HttpTransport transport) {
    this.baseUrl = baseUrl;
    this.transport = transport;
  }

  /** Asks something that needs no session. */
  HttpResult query(String method, Map<String, String> parameters, Call call) {
    String query =
        parameters.entrySet().stream()
            .map(one -> one.getKey() + "=" + encode(one.getValue()))
            .collect(Collectors.joining("&", "?", ""));
    return transport.exchange(HttpRequest.get(address(method, query)), call);
  }

  /**
   * Does something.
   *
   * @param token of the session, or empty text
   */
  HttpResult procedure(String method, String input, String token, Call call) {
    HttpRequest request = HttpRequest.json(address(method, ""), input);
    return transport.exchange(
        token.isEmpty() ? request : request.with("Authorization", "Bearer " + token), call);
  }

  private URI address(String method, String query) {
    return URI.create(baseUrl + "/xrpc/" + method + query);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
