package io.broadsheet.sandbox.mastodon;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.api.RoutedApi;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Mastodon's REST API. A token {@code <account>:<anything>} is that account's, one that begins with
 * {@code invalid} is refused, and one that begins with {@code readonly} may not post.
 */
public final class MastodonApi implements RoutedApi {
  private static final Pattern TOKEN = Pattern.compile("(?:readonly-)?([A-Za-z0-9_]{1,30}):.+");
  private static final Pattern STATUSES = Pattern.compile("api/v1/accounts/(\\d+)/statuses");
  private static final Set<String> VISIBILITIES = Set.of("public", "unlisted", "private", "direct");
  private static final int MOST_STATUSES = 40;

  private final Journal journal;
  private final MastodonSettings settings;
  private final Supplier<String> publicUrl;
  private final Map<String, Account> accounts = new HashMap<>();

  /**
   * @param publicUrl where readers' browsers find the sandbox
   */
  public MastodonApi(Journal journal, MastodonSettings settings, Supplier<String> publicUrl) {
    this.journal = journal;
    this.settings = settings;
    this.publicUrl = publicUrl;
  }

  @Override
  public ApiName name() {
    return ApiName.MASTODON;
  }

  /** The last part of the path; an account's statuses are {@code accounts.statuses}. */
  @Override
  public String method(String httpMethod, List<String> path) {
    boolean listing = STATUSES.matcher(String.join("/", path)).matches();
    return listing ? "accounts.statuses" : path.get(path.size() - 1);
  }

  @Override
  public Answer handle(Call call) {
    return begin(call).get();
  }

  /** Mastodon reads the key before it works and writes it down after the status. */
  @Override
  public Supplier<Answer> begin(Call call) {
    Optional<Effect> earlier = earlier(call);
    return () -> handle(call, earlier);
  }

  private Optional<Effect> earlier(Call call) {
    String key = call.header("idempotency-key");
    return settings.idempotency() && !key.isEmpty()
        ? Optional.ofNullable(accounts.get(name(call.token())))
            .flatMap(account -> account.madeWith(key, journal.now()))
        : Optional.empty();
  }

  private Answer handle(Call call, Optional<Effect> earlier) {
    String endpoint = call.httpMethod() + " " + call.rest();
    if (endpoint.equals("GET api/v2/instance")) {
      return Answer.ok(instance());
    }
    if (call.token().isEmpty()) {
      return error(401, "This method requires an authenticated user");
    } else if (call.token().startsWith("invalid")) {
      return error(401, "The access token is invalid");
    }
    Instant now = journal.now();
    Account account = account(call.token());
    int calls = account.call(now);
    Instant reset = now.plus(Account.RATE_WINDOW);
    if (settings.rate() > 0 && calls > settings.rate()) {
      return tooMany(settings.rate(), reset);
    }
    int remaining = Math.max(0, settings.rate() - calls);
    return limited(answer(endpoint, call, account, earlier), settings.rate(), remaining, reset);
  }

  private Answer answer(String endpoint, Call call, Account account, Optional<Effect> earlier) {
    Matcher listing = STATUSES.matcher(call.rest());
    if (endpoint.equals("POST api/v1/statuses")) {
      return call.token().startsWith("readonly")
          ? error(403, "This action is outside the authorized scopes")
          : post(call, account, earlier);
    } else if (endpoint.equals("GET api/v1/accounts/verify_credentials")) {
      return Answer.ok(account.json(publicUrl.get()));
    } else if (call.httpMethod().equals("GET") && listing.matches()) {
      return accounts.values().stream()
          .filter(one -> one.id().equals(listing.group(1)))
          .findAny()
          .map(one -> statuses(one, call.params()))
          .orElseGet(() -> error(404, "Record not found"));
    }
    return error(404, "Not Found");
  }

  private Account account(String token) {
    return accounts.computeIfAbsent(name(token), Account::new);
  }

  private static String name(String token) {
    Matcher named = TOKEN.matcher(token);
    return named.matches() ? named.group(1) : "account_%08x".formatted(token.hashCode());
  }

  @Override
  public String destination(Call call) {
    return call.token().isEmpty() ? "" : name(call.token());
  }

  private Answer post(Call call, Account account, Optional<Effect> earlier) {
    Params params = call.params();
    String text = params.textOrEmpty("status").strip();
    String visibility = params.text("visibility").orElse("public");
    Instant now = journal.now();
    if (earlier.isPresent()) {
      return Answer.ok(earlier.get().detail().path("status"));
    } else if (text.isEmpty()) {
      return error(422, "Validation failed: Text can't be blank");
    } else if (StatusText.length(text) > settings.maxCharacters()) {
      return error(
          422,
          "Validation failed: Text character limit of %d exceeded"
              .formatted(settings.maxCharacters()));
    } else if (!VISIBILITIES.contains(visibility)) {
      return error(422, "Validation failed: Visibility is not included in the list");
    }
    String id = Long.toString(account.nextId(now));
    ObjectNode status = status(account, id, now, text, visibility, params);
    ObjectNode detail = Json.object().put("key", call.header("idempotency-key"));
    detail.set("status", status);
    Effect effect =
        journal.effect(ApiName.MASTODON, call.method(), account.name(), id, text, detail);
    account.add(effect);
    return Answer.ok(status).having(effect);
  }

  private ObjectNode status(
      Account account, String id, Instant now, String text, String visibility, Params params) {
    String instance = publicUrl.get() + "/mastodon";
    ObjectNode status =
        Json.object()
            .put("id", id)
            .put("created_at", now.toString())
            .put("visibility", visibility)
            .put("language", params.text("language").orElse("en"))
            .put("uri", instance + "/users/" + account.name() + "/statuses/" + id)
            .put("url", instance + "/@" + account.name() + "/" + id)
            .put("content", StatusText.html(text, instance))
            .put("pinned", false);
    status.putNull("reblog");
    status.set("account", account.json(publicUrl.get()));
    return status;
  }

  private static Answer statuses(Account account, Params params) {
    long maxId = params.integer("max_id").orElse(Long.MAX_VALUE);
    long limit = params.integer("limit").orElse(20L);
    ArrayNode all = Json.array();
    account.newest(maxId, (int) Math.max(1, Math.min(limit, MOST_STATUSES))).forEach(all::add);
    return Answer.ok(all);
  }

  private ObjectNode instance() {
    ObjectNode instance =
        Json.object()
            .put("domain", "sandbox.example")
            .put("title", "Sandbox")
            .put("version", "4.4.0");
    instance
        .putObject("configuration")
        .putObject("statuses")
        .put("max_characters", settings.maxCharacters())
        .put("max_media_attachments", 4)
        .put("characters_reserved_per_url", StatusText.RESERVED_PER_URL);
    return instance;
  }

  private static Answer limited(Answer answer, int limit, int remaining, Instant reset) {
    return answer
        .with("X-RateLimit-Limit", Integer.toString(limit))
        .with("X-RateLimit-Remaining", Integer.toString(remaining))
        .with("X-RateLimit-Reset", reset.toString());
  }

  private static Answer tooMany(int limit, Instant reset) {
    return limited(error(429, "Too many requests"), limit, 0, reset);
  }

  private static Answer error(int status, String message) {
    return Answer.error(status, message, Json.object().put("error", message));
  }

  @Override
  public void restore(Effect entry) {
    accounts.computeIfAbsent(entry.destination(), Account::new).add(entry);
  }

  @Override
  public void reset() {
    accounts.clear();
  }

  /** Mastodon sends no {@code Retry-After}: only the moment when the window ends. */
  @Override
  public Answer throttled(Throttle throttle) {
    int status = throttle.status() == 0 ? 429 : throttle.status();
    return limited(
        error(status, "Too many requests"),
        settings.rate(),
        0,
        journal.now().plusSeconds(throttle.retryAfter()));
  }

  @Override
  public Answer failed(Failure failure) {
    int status = failure.status() == 0 ? 500 : failure.status();
    String text =
        failure.text().isEmpty() && status == 500
            ? "We're sorry, but something went wrong on our end."
            : failure.text();
    return error(status, text.isEmpty() ? Answer.reason(status) : text);
  }
}
