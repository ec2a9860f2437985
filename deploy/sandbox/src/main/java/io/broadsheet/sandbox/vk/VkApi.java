package io.broadsheet.sandbox.vk;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.sandbox.api.Adjustable;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.limit.Limit;
import io.broadsheet.sandbox.limit.RateLimits;
import io.broadsheet.sandbox.limit.SlidingWindow;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * VK's walls and communities. Parameters are read from the query and a form. Errors come with
 * status 200. What a token may do is told by how it begins: see {@link VkToken}.
 */
public final class VkApi implements Api {
  // The usual limit of a web server; longer GETs are reported to end in 414.
  private static final int MAX_QUERY = 8_192;

  private final RateLimits limits;
  private final WallRules rules = new WallRules();
  private final Walls walls = new Walls(rules);
  private final Communities communities = new Communities(rules);
  private final PostToWall postToWall;
  private final Map<String, Limit> callers = new HashMap<>();

  public VkApi(Journal journal, VkSettings settings, RateLimits limits) {
    this.limits = limits;
    this.postToWall = new PostToWall(journal, settings, rules, walls);
  }

  /** What is peculiar to single walls, for tests to set. */
  public Adjustable wallRules() {
    return rules;
  }

  @Override
  public Answer handle(Call call) {
    if (call.params().queryLength() > MAX_QUERY) {
      return Answer.gateway(414);
    }
    Params params = call.params().withoutJson();
    try {
      VkToken token = VkToken.of(call, params);
      checkRate(token);
      checkVersion(params);
      return switch (call.method()) {
        case "wall.post" -> post(token, params);
        case "wall.get" -> ok(walls.read(token, params));
        case "groups.getById" -> ok(communities.byId(token, params));
        case "groups.getTokenPermissions" -> ok(Communities.tokenPermissions(token));
        default -> throw new VkError(3, VkTexts.of(3));
      };
    } catch (VkError e) {
      return e.answer(call, token(call));
    }
  }

  private Answer post(VkToken token, Params params) throws VkError {
    PostToWall.Done done = postToWall.post(token, params);
    Answer answer = ok(Json.object().put("post_id", Long.parseLong(done.post().id())));
    return done.isNew() ? answer.having(done.post()) : answer;
  }

  private void checkRate(VkToken token) throws VkError {
    Limit limit =
        callers.computeIfAbsent(
            token.text(),
            key -> new SlidingWindow(token.kind().callsPerSecond(), TimeUnit.SECONDS.toNanos(1)));
    if (limits.take(List.of(limit)) > 0) {
      throw new VkError(6, VkTexts.of(6));
    }
  }

  private static void checkVersion(Params params) throws VkError {
    String version = params.textOrEmpty("v");
    if (version.isEmpty()) {
      throw new VkError(
          8,
          VkTexts.of(8)
              + ": versions below 5.81 are deprecated."
              + " Version param should be passed as \"v\".");
    }
    if (!version.matches("5\\.\\d{1,4}")) {
      throw VkError.parameter("v is invalid");
    }
  }

  private static Answer ok(JsonNode response) {
    return Answer.ok(Json.object().set("response", response));
  }

  @Override
  public String destination(Call call) {
    return call.params().textOrEmpty("owner_id");
  }

  @Override
  public void restore(Effect entry) {
    walls.of(Long.parseLong(entry.destination())).add(entry);
  }

  @Override
  public void reset() {
    walls.clear();
    rules.clear();
    callers.clear();
  }

  @Override
  public Answer throttled(Throttle throttle) {
    return throttle(throttle).answer();
  }

  @Override
  public Answer throttled(Call call, Throttle throttle) {
    return throttle(throttle).answer(call, token(call));
  }

  private static VkError throttle(Throttle throttle) {
    int code = throttle.status() == 0 ? 6 : throttle.status();
    return new VkError(code, VkTexts.of(code));
  }

  @Override
  public Answer failed(Failure failure) {
    return isGateways(failure) ? Answer.gateway(failure.status()) : failure(failure).answer();
  }

  @Override
  public Answer failed(Call call, Failure failure) {
    return isGateways(failure)
        ? Answer.gateway(failure.status())
        : failure(failure).answer(call, token(call));
  }

  /** VK's own codes leave this range free. */
  private static boolean isGateways(Failure failure) {
    return failure.status() >= 400 && failure.status() < 600;
  }

  private static VkError failure(Failure failure) {
    int code = failure.status() == 0 ? 10 : failure.status();
    return new VkError(code, failure.text().isEmpty() ? VkTexts.of(code) : failure.text());
  }

  private static String token(Call call) {
    return call.params().text("access_token").orElse(call.token());
  }
}
