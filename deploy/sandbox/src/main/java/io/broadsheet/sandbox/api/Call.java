package io.broadsheet.sandbox.api;

import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Params;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One call to one of the APIs, already taken apart.
 *
 * @param api the API called
 * @param method the API's method in the API's own spelling; for LLMs the provider's name; what
 *     fault rules match
 * @param httpMethod {@code GET}, {@code POST}, ...
 * @param rest what followed the method in the path, without the leading slash; may be empty
 * @param token the token found in the path or the Authorization header; may be empty
 * @param headers the request's headers by their names in lower case
 * @param body the request's body as it came
 */
public record Call(
    ApiName api,
    String method,
    String httpMethod,
    String rest,
    String token,
    Params params,
    Map<String, String> headers,
    byte[] body) {

  /** A call to an API that looks neither at headers nor at the raw body. */
  public Call(
      ApiName api, String method, String httpMethod, String rest, String token, Params params) {
    this(api, method, httpMethod, rest, token, params, Map.of(), new byte[0]);
  }

  /** A header's value, or the empty string. */
  public String header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "").strip();
  }

  /** The bearer token of an Authorization header, if it holds one. */
  public static Optional<String> bearer(String header) {
    return header != null && header.regionMatches(true, 0, "Bearer ", 0, 7)
        ? Optional.of(header.substring(7).trim()).filter(token -> !token.isEmpty())
        : Optional.empty();
  }
}
