package io.broadsheet.publisher.channel.bluesky;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import java.util.Optional;

/**
 * The account's session. Its access token holds for about two hours and is kept so long; then the
 * next one is made from the app password. A refresh token would save nothing: 300 sessions a day
 * are allowed, and it is good for one use, which two replicas would dispute.
 */
final class Session {

  private final BlueskySettings settings;
  private final Xrpc xrpc;
  private volatile Tokens kept;

  Session(BlueskySettings settings, Xrpc xrpc) {
    this.settings = settings;
    this.xrpc = xrpc;
  }

  /**
   * What a session is made of.
   *
   * @param did the account
   * @param access the token, a secret
   */
  record Tokens(String did, String access) {

    /** Without the token. */
    @Override
    public String toString() {
      return "Tokens[" + did + "]";
    }
  }

  /**
   * A session, or why there is none.
   *
   * @param refusal what became of the question for it; nothing has been posted
   */
  record Opened(Optional<Tokens> tokens, Outcome refusal) {}

  /** The kept session, or a new one. */
  Opened open(Call call) {
    Tokens tokens = kept;
    return tokens != null ? new Opened(Optional.of(tokens), null) : create(call);
  }

  /** A new session, which shows whether the app password holds. */
  Opened create(Call call) {
    ObjectNode input = Json.object();
    input.put("identifier", settings.identifier());
    input.put("password", settings.appPassword());
    HttpResult result =
        xrpc.procedure("com.atproto.server.createSession", input.toString(), "", call);
    if (result instanceof HttpResult.Answered answer && answer.status() == 200) {
      ObjectNode body = Json.object(answer.body()).orElseGet(Json::object);
      String did = body.path("did").asText("");
      String access = body.path("accessJwt").asText("");
      if (did.startsWith("did:") && access.matches("[\\x21-\\x7E]+")) {
        Tokens tokens = new Tokens(did, access);
        kept = tokens;
        return new Opened(Optional.of(tokens), null);
      }
    }
    return new Opened(Optional.empty(), refusal(result));
  }

  /** Forgets a session that the server no longer takes. */
  void forget(Tokens tokens) {
    if (tokens.equals(kept)) {
      kept = null;
    }
  }

  // Whatever became of the session, no post was sent.
  private static Outcome refusal(HttpResult result) {
    Outcome outcome = BlueskyOutcomes.of(result);
    if (outcome instanceof Outcome.Unknown unknown) {
      return new Outcome.NotSent(unknown.code(), "no session: " + unknown.message());
    } else if (outcome instanceof Outcome.Rejected rejected
        && rejected.cause() == Outcome.Rejected.Cause.CONTENT) {
      return new Outcome.Rejected(
          Outcome.Rejected.Cause.CONFIGURATION,
          rejected.code(),
          "no session: " + BlueskyOutcomes.said(result) + ": check identifier and app-password");
    }
    return outcome;
  }
}
