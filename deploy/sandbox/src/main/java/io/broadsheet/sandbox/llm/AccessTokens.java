package io.broadsheet.sandbox.llm;

import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * GigaChat's tokens: {@code POST api/v2/oauth} with {@code Authorization: Basic ...}, {@code RqUID}
 * and the form field {@code scope} gives one for 30 minutes, or for {@code lifetimeMs} of the
 * query.
 */
public final class AccessTokens {
  /** How the Authorization header of Yandex begins. */
  static final String API_KEY = "Api-Key ";

  private static final long LIFETIME_MS = 30 * 60 * 1000;

  private final InstantSource clock;
  private final Map<String, Long> expiries = new HashMap<>();
  private int issued;

  /**
   * @param clock for expiries
   */
  public AccessTokens(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Issues a token.
   *
   * @param authorization the header; may be null
   * @param requestId the header {@code RqUID}; may be null
   */
  public Answer issue(String authorization, String requestId, Params params) {
    if (authorization == null || !authorization.startsWith("Basic ")) {
      return Answer.error(401, "no key", Json.object().put("code", 4).put("message", "no key"));
    }
    if (requestId == null || !requestId.matches("[0-9a-f-]{36}")) {
      return Answer.error(400, "no RqUID", Json.object().put("code", 1).put("message", "no RqUID"));
    }
    if (!params.textOrEmpty("scope").startsWith("GIGACHAT_API_")) {
      return Answer.error(
          400, "bad scope", Json.object().put("code", 7).put("message", "scope is empty"));
    }
    long expiry = clock.millis() + params.integer("lifetimeMs").orElse(LIFETIME_MS);
    String token = "giga-token-" + ++issued;
    expiries.put(token, expiry);
    return Answer.ok(Json.object().put("access_token", token).put("expires_at", expiry));
  }

  boolean isLive(String token) {
    return expiries.getOrDefault(token, 0L) > clock.millis();
  }

  void clear() {
    expiries.clear();
  }
}
