package io.broadsheet.publisher.channel.mastodon;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Optional;

/**
 * A Mastodon account as a target, by {@code POST /api/v1/statuses}. Its {@code Idempotency-Key}
 * gives the same status for an hour; afterwards what is unknown is looked up among the account's
 * statuses. The instance writes the key down only after the status: two calls with one key at the
 * same time could make two. A claim admits one at a time, and the next not before its deadline.
 */
final class MastodonChannel implements Channel {

  /** One hour by Mastodon's documentation, less what clocks and a slow call may take. */
  private static final Duration KEY_WINDOW = Duration.ofMinutes(50);

  private final MastodonSettings settings;
  private final MastodonApi api;
  private final StatusText text;
  private final AccountStatuses statuses;

  MastodonChannel(MastodonSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.api = new MastodonApi(settings, transport);
    this.text = new StatusText(settings);
    this.statuses = new AccountStatuses(api);
  }

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    String link = PostLink.of(post, companion);
    ObjectNode form = Json.object();
    form.put("status", text.teaser(post, link));
    form.put("language", post.language());
    form.put("link", link);
    return Rendered.of(new Form(form.toString()));
  }

  @Override
  public Outcome send(Form form, Call call) {
    ObjectNode rendered = Json.read(form);
    ObjectNode status = Json.object();
    status.set("status", rendered.required("status"));
    status.set("language", rendered.required("language"));
    status.put("visibility", settings.visibility());
    return MastodonOutcomes.of(api.post(status.toString(), call.key(), call));
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    return statuses.look(Json.read(form).required("link").textValue(), probe);
  }

  @Override
  public Verification verify(Call call) {
    HttpResult self = api.get("/api/v1/accounts/verify_credentials", call);
    Optional<String> account = account(self);
    if (account.isEmpty()) {
      return Verification.refused(MastodonOutcomes.of(self), MastodonOutcomes.reason(self));
    }
    String known =
        "@" + account.get() + " is known; whether it may post shows with the first status";
    HttpResult instance = api.get("/api/v2/instance", call);
    if (instance instanceof HttpResult.Answered answer && answer.status() == 404) {
      // Mastodon before 4.0, and other software that speaks its API.
      return new Verification.Passed(known + "; the instance does not tell its limits");
    }
    if (MastodonOutcomes.of(instance) instanceof Outcome.Throttled throttled) {
      return Verification.refused(throttled, throttled.message());
    }
    if (!(instance instanceof HttpResult.Answered answer) || answer.status() != 200) {
      return new Verification.Unclear(
          "the instance's limits could not be read: " + MastodonOutcomes.reason(instance));
    }
    JsonNode limits =
        Json.object(answer.body()).orElseGet(Json::object).path("configuration").path("statuses");
    int longest = limits.path("max_characters").asInt(settings.maxCharacters());
    int perUrl = limits.path("characters_reserved_per_url").asInt(settings.reservedPerUrl());
    if (longest < settings.maxCharacters()) {
      return new Verification.Failed(
          "the instance takes " + longest + " characters; set max-characters to that");
    } else if (perUrl > settings.reservedPerUrl()) {
      return new Verification.Failed(
          "the instance counts a link as " + perUrl + "; set reserved-per-url to that");
    }
    return new Verification.Passed(known);
  }

  private static Optional<String> account(HttpResult result) {
    return result instanceof HttpResult.Answered answer && answer.status() == 200
        ? Json.object(answer.body())
            .map(body -> body.path("acct").asText(""))
            .filter(name -> !name.isEmpty())
        : Optional.empty();
  }

  @Override
  public Duration keyWindow() {
    return KEY_WINDOW;
  }
}
