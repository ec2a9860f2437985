package io.broadsheet.sandbox.bluesky;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A personal data server of the AT Protocol, with Bluesky's posts. */
public final class BlueskyApi implements RoutedApi {
  private static final int DAY_BUDGETS = 7;

  private final Journal journal;
  private final BlueskySettings settings;
  private final Sessions sessions;
  private final Map<String, Repository> repositories = new HashMap<>();

  public BlueskyApi(Journal journal, BlueskySettings settings) {
    this.journal = journal;
    this.settings = settings;
    this.sessions = new Sessions(settings);
  }

  @Override
  public ApiName name() {
    return ApiName.BLUESKY;
  }

  /** What follows the last dot: {@code putRecord}. */
  @Override
  public String method(String httpMethod, List<String> path) {
    String last = path.get(path.size() - 1);
    return last.substring(last.lastIndexOf('.') + 1);
  }

  @Override
  public Answer handle(Call call) {
    try {
      return answer(call);
    } catch (XrpcError e) {
      Answer answer = e.answer();
      return answer.status() == 429 ? limited(answer, Duration.ofMinutes(5)) : answer;
    }
  }

  private Answer answer(Call call) throws XrpcError {
    Params params = call.params();
    Instant now = journal.now();
    return switch (call.httpMethod() + " " + call.rest()) {
      case "POST xrpc/com.atproto.server.createSession" ->
          Answer.ok(
              sessions.create(
                  params.textOrEmpty("identifier"), params.textOrEmpty("password"), now));
      case "POST xrpc/com.atproto.server.refreshSession" ->
          Answer.ok(sessions.refresh(call.token(), now));
      case "GET xrpc/com.atproto.server.getSession" -> Answer.ok(sessions.show(call.token(), now));
      case "POST xrpc/com.atproto.repo.putRecord" -> write(call, required(params, "rkey"), now);
      case "POST xrpc/com.atproto.repo.createRecord" -> create(call, now);
      case "GET xrpc/com.atproto.repo.getRecord" -> Answer.ok(record(params));
      case "GET xrpc/com.atproto.repo.listRecords" -> Answer.ok(records(params));
      default -> throw new XrpcError(501, "MethodNotImplemented", "Method Not Implemented");
    };
  }

  private Answer create(Call call, Instant now) throws XrpcError {
    Params params = call.params();
    // A key of its own is made from the time and is never the same twice.
    String key =
        params
            .text("rkey")
            .orElseGet(
                () ->
                    "3"
                        + Cid.base32(Cid.sha256(now.toString().getBytes(StandardCharsets.UTF_8)))
                            .substring(0, 12));
    String path = Repository.path(required(params, "collection"), key);
    if (repository(sessions.did(call.token(), now)).find(path).isPresent()) {
      throw new XrpcError(500, "InternalServerError", "Internal Server Error");
    }
    return write(call, key, now);
  }

  private Answer write(Call call, String key, Instant now) throws XrpcError {
    Params params = call.params();
    String did = sessions.did(call.token(), now);
    if (!Sessions.did(required(params, "repo")).equals(did)) {
      throw new XrpcError(401, "AuthenticationRequired", "Authentication Required");
    } else if (!RecordKey.isValid(key)) {
      throw XrpcError.invalid("Invalid record key");
    }
    String collection = required(params, "collection");
    JsonNode post = post(params, collection);
    Repository repository = repository(did);
    String path = Repository.path(collection, key);
    String uri = "at://" + did + "/" + path;
    String cid = Cid.of(post);
    Optional<Effect> earlier = repository.find(path);
    if (earlier.filter(one -> one.detail().path("cid").asText().equals(cid)).isPresent()) {
      return Answer.ok(written(uri, cid));
    }
    spend(repository, now);
    ObjectNode detail =
        Json.object().put("path", path).put("cid", cid).put("change", earlier.isPresent());
    detail.set("record", post);
    boolean shown = collection.equals(PostLexicon.NAME) && RecordKey.isTid(key);
    Effect effect =
        shown
            ? journal.effect(
                ApiName.BLUESKY, call.method(), did, uri, post.path("text").asText(), detail)
            : journal.state(ApiName.BLUESKY, call.method(), did, uri, detail);
    repository.add(effect);
    ObjectNode answer = written(uri, cid);
    answer.putObject("commit").put("cid", Cid.of(detail)).put("rev", "3" + cid.substring(7, 19));
    return Answer.ok(answer).having(effect);
  }

  private static JsonNode post(Params params, String collection) throws XrpcError {
    JsonNode post;
    try {
      post = params.json("record").orElse(Json.object());
    } catch (IOException e) {
      throw XrpcError.invalid("Input/record must be an object");
    }
    if (!(post instanceof ObjectNode object)) {
      throw XrpcError.invalid("Input must have the property \"record\"");
    }
    String type = object.path("$type").asText(collection);
    if (!type.equals(collection)) {
      throw XrpcError.invalid("Invalid $type: expected " + collection + ", got " + type);
    }
    object.put("$type", collection);
    if (collection.equals(PostLexicon.NAME)) {
      PostLexicon.check(object);
    }
    return object;
  }

  private void spend(Repository repository, Instant now) throws XrpcError {
    int hour = repository.pointsSince(now.minus(Duration.ofHours(1)));
    int day = repository.pointsSince(now.minus(Duration.ofDays(1)));
    boolean spent = hour + 3 > settings.points() || day + 3 > settings.points() * DAY_BUDGETS;
    if (settings.points() > 0 && spent) {
      throw XrpcError.tooMany();
    }
  }

  private static ObjectNode written(String uri, String cid) {
    return Json.object().put("uri", uri).put("cid", cid).put("validationStatus", "valid");
  }

  private ObjectNode record(Params params) throws XrpcError {
    String did = Sessions.did(required(params, "repo"));
    String path = Repository.path(required(params, "collection"), required(params, "rkey"));
    return repository(did)
        .find(path)
        .map(Repository::shown)
        .orElseThrow(
            () ->
                new XrpcError(
                    400,
                    "RecordNotFound",
                    "Could not locate record: at://%s/%s".formatted(did, path)));
  }

  private ObjectNode records(Params params) throws XrpcError {
    long limit = params.integer("limit").orElse(50L);
    if (limit < 1 || limit > 100) {
      throw XrpcError.invalid("Error: Params/limit must be between 1 and 100");
    }
    List<JsonNode> found =
        repository(Sessions.did(required(params, "repo")))
            .below(required(params, "collection"), params.textOrEmpty("cursor"), (int) limit);
    ObjectNode page = Json.object();
    ArrayNode all = page.putArray("records").addAll(found);
    if (all.size() == limit) {
      String uri = all.get(all.size() - 1).path("uri").asText();
      page.put("cursor", uri.substring(uri.lastIndexOf('/') + 1));
    }
    return page;
  }

  private Repository repository(String did) {
    return repositories.computeIfAbsent(did, one -> new Repository());
  }

  private static String required(Params params, String name) throws XrpcError {
    return params
        .text(name)
        .filter(value -> !value.isEmpty())
        .orElseThrow(
            () -> XrpcError.invalid("Input must have the property \"%s\"".formatted(name)));
  }

  private Answer limited(Answer answer, Duration left) {
    return answer
        .with("RateLimit-Limit", Integer.toString(settings.points()))
        .with("RateLimit-Remaining", "0")
        .with("RateLimit-Reset", Long.toString(journal.now().plus(left).getEpochSecond()))
        .with("RateLimit-Policy", settings.points() + ";w=3600");
  }

  @Override
  public String destination(Call call) {
    Params params = call.params();
    return params.text("repo").or(() -> params.text("identifier")).map(Sessions::did).orElse("");
  }

  @Override
  public void restore(Effect entry) {
    repository(entry.destination()).add(entry);
  }

  @Override
  public void reset() {
    repositories.clear();
    sessions.reset();
  }

  /** No {@code Retry-After}: the server names the second in which the window ends. */
  @Override
  public Answer throttled(Throttle throttle) {
    return limited(XrpcError.tooMany().answer(), Duration.ofSeconds(throttle.retryAfter()));
  }

  @Override
  public Answer failed(Failure failure) {
    int status = failure.status() == 0 ? 500 : failure.status();
    String name =
        status == 500 ? "InternalServerError" : status < 500 ? "InvalidRequest" : "UpstreamFailure";
    String message = failure.text().isEmpty() ? Answer.reason(status) : failure.text();
    return new XrpcError(status, name, message).answer();
  }
}
