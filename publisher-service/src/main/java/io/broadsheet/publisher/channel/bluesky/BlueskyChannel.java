package io.broadsheet.publisher.channel.bluesky;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.PostLink;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Verification;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A Bluesky account as a target, by {@code com.atproto.repo.putRecord}. The record's key is ours
 * and follows from the call's key: the same record put again is no second post, whenever that is.
 */
final class BlueskyChannel implements Channel {

  /** A record does not age: any time beyond every {@code max-age}. */
  private static final Duration KEY_WINDOW = Duration.ofDays(365);

  // The server refused the session and so did nothing of what was asked.
  private static final Set<String> SESSION_ENDED = Set.of("ExpiredToken", "InvalidToken");

  private final BlueskySettings settings;
  private final Xrpc xrpc;
  private final Session session;
  private final InstantSource clock;

  BlueskyChannel(BlueskySettings settings, HttpTransport transport, InstantSource clock) {
    this.settings = settings;
    this.xrpc = new Xrpc(settings.baseUrl(), transport);
    this.session = new Session(settings, xrpc);
    this.clock = clock;
  }

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    ObjectNode form = Json.object();
    form.set("record", PostRecord.of(post, PostLink.of(post, companion), clock.instant()));
    return Rendered.of(new Form(form.toString()));
  }

  @Override
  public Outcome send(Form form, Call call) {
    Session.Opened opened = session.open(call);
    if (opened.tokens().isEmpty()) {
      return opened.refusal();
    }
    HttpResult result = put(form, opened.tokens().get(), call);
    if (!SESSION_ENDED.contains(BlueskyOutcomes.error(result))) {
      return BlueskyOutcomes.of(result);
    }
    session.forget(opened.tokens().get());
    Session.Opened renewed = session.create(call);
    return renewed.tokens().isEmpty()
        ? renewed.refusal()
        : BlueskyOutcomes.of(put(form, renewed.tokens().get(), call));
  }

  private HttpResult put(Form form, Session.Tokens tokens, Call call) {
    ObjectNode input = Json.object();
    input.put("repo", tokens.did());
    input.put("collection", PostRecord.COLLECTION);
    input.put("rkey", recordKey(form, call.key()));
    input.set("record", Json.read(form).required("record"));
    return xrpc.procedure("com.atproto.repo.putRecord", input.toString(), tokens.access(), call);
  }

  private static String recordKey(Form form, String key) {
    String createdAt = Json.read(form).required("record").required("createdAt").textValue();
    return Tid.of(Instant.parse(createdAt), key);
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    String recordKey = recordKey(form, probe.key());
    HttpResult result =
        xrpc.query(
            "com.atproto.repo.getRecord",
            Map.of(
                "repo",
                settings.identifier(),
                "collection",
                PostRecord.COLLECTION,
                "rkey",
                recordKey),
            probe.call());
    Outcome seen = BlueskyOutcomes.of(result);
    if (seen instanceof Outcome.Posted posted && posted.externalId().endsWith("/" + recordKey)) {
      return new Sighting.Found(posted.externalId(), posted.externalUrl());
    } else if (BlueskyOutcomes.error(result).equals("RecordNotFound")) {
      return new Sighting.Absent("the account has no record " + recordKey);
    }
    return Sighting.withoutAnswer("the record could not be read: " + seen.message(), seen);
  }

  @Override
  public Verification verify(Call call) {
    Session.Opened opened = session.create(call);
    return opened
        .tokens()
        .<Verification>map(
            tokens ->
                new Verification.Passed(
                    settings.identifier() + " has a session as " + tokens.did()))
        .orElseGet(() -> Verification.refused(opened.refusal(), opened.refusal().message()));
  }

  @Override
  public Duration keyWindow() {
    return KEY_WINDOW;
  }

  /** The same record under the same key is one post, whatever else is under way. */
  @Override
  public boolean repeatsAtOnce() {
    return true;
  }
}
