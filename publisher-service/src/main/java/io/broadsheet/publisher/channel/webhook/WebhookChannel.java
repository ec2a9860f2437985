package io.broadsheet.publisher.channel.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.HttpRequest;
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
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A receiver of the user's own as a target, by Standard Webhooks 1.0. All calls of one generation
 * carry the same {@code webhook-id}, by which the receiver knows a repetition. There is nothing to
 * look at: what stays unknown is for {@code on-unknown}.
 */
final class WebhookChannel implements Channel {

  private static final int ID_DIGITS = 32;

  private final WebhookSettings settings;
  private final HttpTransport transport;
  private final InstantSource clock;

  WebhookChannel(WebhookSettings settings, HttpTransport transport, InstantSource clock) {
    this.settings = settings;
    this.transport = transport;
    this.clock = clock;
  }

  /** The body is kept as text: what is signed must not be written anew by a database. */
  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    ObjectNode event = WebhookEvent.of(post, PostLink.of(post, companion), clock.instant());
    ObjectNode form = Json.object();
    form.put("body", event.toString());
    return Rendered.of(new Form(form.toString()));
  }

  @Override
  public Outcome send(Form form, Call call) {
    String body = Json.read(form).required("body").textValue();
    String id = id(call.key());
    long timestamp = clock.instant().getEpochSecond();
    HttpRequest delivery =
        HttpRequest.json(settings.baseUrl(), body)
            .with("webhook-id", id)
            .with("webhook-timestamp", Long.toString(timestamp))
            .with("webhook-signature", Signature.of(settings.secretKey(), id, timestamp, body));
    return WebhookOutcomes.of(transport.exchange(delivery, call), id);
  }

  /** The same for every call with one key; without a full stop, which separates what is signed. */
  private static String id(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return "msg_" + HexFormat.of().formatHex(digest).substring(0, ID_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    return new Sighting.CannotTell("a receiver cannot be asked what it took");
  }

  /**
   * By HEAD, which has no effect: only the address can be tried without a delivery. A receiver that
   * knows POST alone may answer it with any refusal, 404 among them.
   */
  @Override
  public Verification verify(Call call) {
    HttpResult result = transport.exchange(HttpRequest.head(settings.baseUrl()), call);
    if (result instanceof HttpResult.Answered answer) {
      boolean refusesOnlyHead =
          answer.status() / 100 == 4 && answer.status() != 410 && answer.status() != 429;
      if (answer.status() / 100 == 2 || refusesOnlyHead) {
        return new Verification.Passed(
            "a server answers at "
                + settings.baseUrl().getHost()
                + "; whether it takes the signature shows with the first post");
      }
    }
    return Verification.refused(WebhookOutcomes.of(result, "verification"), result.failure());
  }

  @Override
  public Duration keyWindow() {
    return settings.keyWindow();
  }

  @Override
  public boolean repeatsAtOnce() {
    return settings.repeatAtOnce();
  }
}
