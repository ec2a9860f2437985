package io.broadsheet.generator.writing.chat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.broadsheet.generator.writing.ChatFailure;
import io.broadsheet.generator.writing.ChatFault.Refused;
import io.broadsheet.generator.writing.Deadline;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tokens as GigaChat gives them: the key buys one for 30 minutes. A new one is fetched when four
 * fifths of the time are over, and after a refusal. Two threads may fetch at once, and both tokens
 * are good: nothing is locked over the call.
 */
final class AccessTokens implements Authorization {

  // What is assumed where the answer does not say, and the most that is believed.
  private static final Duration LIFETIME = Duration.ofMinutes(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpPost http;
  private final URI url;
  private final String key;
  private final String scope;
  private final Redaction redaction;
  private final AtomicReference<Token> current = new AtomicReference<>();

  private record Token(String text, Deadline renewal, boolean used) {}

  AccessTokens(HttpPost http, URI url, String key, String scope, Redaction redaction) {
    this.http = http;
    this.url = url;
    this.key = key;
    this.scope = scope;
    this.redaction = redaction;
  }

  @Override
  public Optional<String> header(Deadline deadline) {
    Token token = current.get();
    if (token == null || token.renewal().passed()) {
      token = fetch(deadline);
      current.set(token);
    } else {
      current.compareAndSet(token, new Token(token.text(), token.renewal(), true));
    }
    return Optional.of("Bearer " + token.text());
  }

  @Override
  public boolean refused() {
    Token token = current.getAndSet(null);
    // A token that is refused at its first use is not too old: another would fare no better.
    return token != null && token.used();
  }

  private Token fetch(Deadline deadline) {
    HttpReply reply =
        http.send(
            url,
            "application/x-www-form-urlencoded",
            Map.of("Authorization", "Basic " + key, "RqUID", UUID.randomUUID().toString()),
            ("scope=" + URLEncoder.encode(scope, StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8),
            deadline);
    JsonNode body = parsed(reply.body());
    String text = body.path("access_token").asText("");
    if (!text.isEmpty()) {
      redaction.rotate(text);
    }
    if (reply.status() != 200 || text.isEmpty()) {
      throw refusal(reply);
    }
    return new Token(text, Deadline.after(lifetime(body).multipliedBy(4).dividedBy(5)), false);
  }

  private ChatFailure refusal(HttpReply reply) {
    String told =
        "gave no access token: HTTP " + reply.status() + " " + redaction.apply(reply.body());
    boolean passing = reply.status() == 429 || reply.status() >= 500;
    return ChatFailure.free(
        passing
            ? new io.broadsheet.generator.writing.ChatFault.Throttled(reply.retryAfter(), told)
            : new Refused(Refused.Reason.AUTHENTICATION, told + " (look at api-key and scope)"));
  }

  // expires_at is in milliseconds since 1970 (developers.sber.ru).
  private static Duration lifetime(JsonNode body) {
    long left = body.path("expires_at").asLong(0) - System.currentTimeMillis();
    return left <= 0 || left > LIFETIME.toMillis() ? LIFETIME : Duration.ofMillis(left);
  }

  private static JsonNode parsed(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }
}
