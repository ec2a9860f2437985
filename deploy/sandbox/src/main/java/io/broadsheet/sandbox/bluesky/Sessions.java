package io.broadsheet.sandbox.bluesky;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Sessions as tokens that carry everything themselves, so that they outlive a restart. A password
 * that begins with {@code invalid} is refused.
 */
final class Sessions {
  private static final String ACCESS = "com.atproto.access";
  private static final String REFRESH = "com.atproto.refresh";
  private static final Duration WINDOW = Duration.ofMinutes(5);
  private static final Duration REFRESH_LIFE = Duration.ofDays(60);
  private static final byte[] SALT = "sandbox".getBytes(StandardCharsets.UTF_8);

  private final BlueskySettings settings;
  private final Map<String, Deque<Instant>> created = new HashMap<>();

  Sessions(BlueskySettings settings) {
    this.settings = settings;
  }

  ObjectNode create(String identifier, String password, Instant now) throws XrpcError {
    if (identifier.isEmpty() || password.isEmpty()) {
      throw XrpcError.invalid(
          "Input must have the property \"%s\""
              .formatted(identifier.isEmpty() ? "identifier" : "password"));
    }
    Deque<Instant> recent = created.computeIfAbsent(did(identifier), did -> new ArrayDeque<>());
    while (!recent.isEmpty() && !recent.peek().plus(WINDOW).isAfter(now)) {
      recent.remove();
    }
    if (settings.sessions() > 0 && recent.size() >= settings.sessions()) {
      throw XrpcError.tooMany();
    }
    recent.add(now);
    if (password.startsWith("invalid")
        || !identifier.matches("did:[a-z]+:.+|[^@\\s]+\\.[^@\\s]+")) {
      throw new XrpcError(401, "AuthenticationRequired", "Invalid identifier or password");
    }
    return session(identifier, now);
  }

  ObjectNode refresh(String token, Instant now) throws XrpcError {
    return session(identifier(token, REFRESH, now), now);
  }

  ObjectNode show(String token, Instant now) throws XrpcError {
    return account(identifier(token, ACCESS, now));
  }

  /** The account whose access token it is. */
  String did(String token, Instant now) throws XrpcError {
    return did(identifier(token, ACCESS, now));
  }

  /** The identifier of a repository named by handle or identifier. */
  static String did(String identifier) {
    return identifier.startsWith("did:")
        ? identifier
        : "did:plc:" + Cid.base32(Cid.sha256(bytes(identifier))).substring(0, 24);
  }

  private static ObjectNode account(String identifier) {
    return Json.object()
        .put("did", did(identifier))
        .put("handle", identifier.startsWith("did:") ? "handle.invalid" : identifier)
        .put("active", true);
  }

  private ObjectNode session(String identifier, Instant now) {
    return account(identifier)
        .put("accessJwt", token(identifier, ACCESS, now.plusSeconds(settings.tokenSeconds())))
        .put("refreshJwt", token(identifier, REFRESH, now.plus(REFRESH_LIFE)));
  }

  private static String token(String identifier, String scope, Instant expires) {
    ObjectNode claims =
        Json.object()
            .put("scope", scope)
            .put("sub", identifier)
            .put("exp", expires.toEpochMilli() / 1000.0);
    String body =
        encode(Json.bytes(Json.object().put("alg", "none"))) + "." + encode(Json.bytes(claims));
    return body + "." + signature(body);
  }

  private static String identifier(String token, String scope, Instant now) throws XrpcError {
    if (token.isEmpty()) {
      throw new XrpcError(401, "AuthMissing", "Authentication Required");
    }
    int last = Math.max(0, token.lastIndexOf('.'));
    String[] parts = token.split("\\.", -1);
    if (parts.length != 3
        || !token.substring(last + 1).equals(signature(token.substring(0, last)))) {
      throw new XrpcError(400, "InvalidToken", "Token could not be verified");
    }
    JsonNode claims = claims(parts[1]);
    if (!claims.path("scope").asText().equals(scope)) {
      throw new XrpcError(400, "InvalidToken", "Bad token scope");
    } else if (claims.path("exp").asDouble() * 1000 <= now.toEpochMilli()) {
      throw new XrpcError(400, "ExpiredToken", "Token has expired");
    }
    return claims.path("sub").asText();
  }

  private static JsonNode claims(String part) throws XrpcError {
    try {
      return Json.MAPPER.readTree(Base64.getUrlDecoder().decode(part));
    } catch (IOException | IllegalArgumentException e) {
      throw new XrpcError(400, "InvalidToken", "Token could not be verified");
    }
  }

  private static String signature(String body) {
    byte[] salted = bytes(body);
    byte[] all = Arrays.copyOf(salted, salted.length + SALT.length);
    System.arraycopy(SALT, 0, all, salted.length, SALT.length);
    return encode(Cid.sha256(all));
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  void reset() {
    created.clear();
  }
}
