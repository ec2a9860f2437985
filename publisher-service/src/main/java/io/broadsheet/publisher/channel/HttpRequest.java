package io.broadsheet.publisher.channel;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One request to a target's API.
 *
 * @param method {@code GET} or {@code POST}
 * @param uri absolute; may hold a secret, so it is never printed
 * @param contentType of the body; empty without one
 * @param body UTF-8 text; may hold a secret
 * @param headers further headers; may hold a secret
 */
public record HttpRequest(
    String method, URI uri, String contentType, String body, Map<String, String> headers) {

  /** A request without further headers. */
  public HttpRequest(String method, URI uri, String contentType, String body) {
    this(method, uri, contentType, body, Map.of());
  }

  public HttpRequest {
    headers = Map.copyOf(headers);
  }

  /** A request without a body. */
  public static HttpRequest get(URI uri) {
    return new HttpRequest("GET", uri, "", "");
  }

  /** A POST of a JSON text. */
  public static HttpRequest json(URI uri, String json) {
    return new HttpRequest("POST", uri, "application/json", json);
  }

  /** A POST of form fields, in the map's order. */
  public static HttpRequest form(URI uri, Map<String, String> fields) {
    String body =
        fields.entrySet().stream()
            .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
            .collect(Collectors.joining("&"));
    return new HttpRequest("POST", uri, "application/x-www-form-urlencoded", body);
  }

  /** A request for a resource's headers alone. */
  public static HttpRequest head(URI uri) {
    return new HttpRequest("HEAD", uri, "", "");
  }

  /**
   * The same with one header more.
   *
   * @param value visible ASCII
   */
  public HttpRequest with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new HttpRequest(method, uri, contentType, body, more);
  }

  /** The host, without the path that may hold a secret. */
  @Override
  public String toString() {
    return method + " " + uri.getScheme() + "://" + uri.getRawAuthority();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
