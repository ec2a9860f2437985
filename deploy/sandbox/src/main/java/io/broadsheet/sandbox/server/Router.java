package io.broadsheet.sandbox.server;

import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.Call;
import io.broadsheet.sandbox.api.RoutedApi;
import io.broadsheet.sandbox.fault.FaultRule;
import io.broadsheet.sandbox.fault.FaultRules;
import io.broadsheet.sandbox.llm.AccessTokens;
import io.broadsheet.sandbox.llm.LlmApi;
import io.broadsheet.sandbox.telegram.TelegramApi;
import io.broadsheet.sandbox.telegraph.TelegraphApi;
import io.broadsheet.sandbox.vk.VkApi;
import io.broadsheet.sandbox.wire.ApiName;
import io.broadsheet.sandbox.wire.Json;
import io.broadsheet.sandbox.wire.Params;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds out from the path which API is meant, and takes the call apart. */
final class Router {
  private static final Pattern MESSAGE_ID = Pattern.compile("\\d{1,18}");

  private final TelegramApi telegram;
  private final TelegraphApi telegraph;
  private final VkApi vk;
  private final LlmApi llm;
  private final Map<String, RoutedApi> routed;
  private final AccessTokens tokens;
  private final FaultRules faults;
  private final Exchange exchange;
  private final Control control;

  Router(
      TelegramApi telegram,
      TelegraphApi telegraph,
      VkApi vk,
      LlmApi llm,
      List<RoutedApi> routed,
      AccessTokens tokens,
      FaultRules faults,
      Exchange exchange,
      Control control) {
    this.telegram = telegram;
    this.telegraph = telegraph;
    this.vk = vk;
    this.llm = llm;
    this.routed =
        routed.stream().collect(Collectors.toMap(api -> api.name().text(), Function.identity()));
    this.tokens = tokens;
    this.faults = faults;
    this.exchange = exchange;
    this.control = control;
  }

  void handle(HttpServerRequest request, byte[] body) {
    String[] path = segments(request.path());
    if (path[0].equals("sandbox")) {
      Reply.send(request, control.handle(request, path, body));
      return;
    }
    Params params;
    try {
      params = Params.read(request.query(), request.getHeader("Content-Type"), body);
    } catch (IOException | IllegalArgumentException e) {
      Reply.send(request, unreadable(path[0]));
      return;
    }
    switch (path[0]) {
      case "telegram" -> telegram(request, path, params);
      case "telegraph" -> {
        String method = at(path, 1);
        String rest = rest(path, 2);
        call(telegraph, ApiName.TELEGRAPH, method, rest, "", request, params);
      }
      case "vk" -> {
        String token = bearer(request);
        if (at(path, 1).equals("method")) {
          call(vk, ApiName.VK, at(path, 2), "", token, request, params);
        } else {
          notFound(request);
        }
      }
      case "llm" -> llm(request, path, params);
      case "t.me" -> channelPage(request, path, params);
      case "telegra.ph" -> Reply.send(request, telegraph.view(rest(path, 1)));
      default -> routed(request, path, params, body);
    }
  }

  private void routed(HttpServerRequest request, String[] path, Params params, byte[] body) {
    RoutedApi api = routed.get(path[0]);
    if (api == null || path.length < 2) {
      notFound(request);
      return;
    }
    Map<String, String> headers =
        request.headers().entries().stream()
            .collect(
                Collectors.toMap(
                    header -> header.getKey().toLowerCase(Locale.ROOT),
                    Map.Entry::getValue,
                    (first, second) -> first));
    String httpMethod = request.method().name();
    String method = api.method(httpMethod, List.of(path).subList(1, path.length));
    exchange.run(
        api,
        new Call(
            api.name(), method, httpMethod, rest(path, 1), bearer(request), params, headers, body),
        request);
  }

  private void llm(HttpServerRequest request, String[] path, Params params) {
    String header = request.getHeader("Authorization");
    if (rest(path, 2).equals("api/v2/oauth")) {
      Reply.send(request, tokens.issue(header, request.getHeader("RqUID"), params));
      return;
    }
    // A header of another scheme is passed on whole: who takes which is the provider's matter.
    String token = Call.bearer(header).orElse(header == null ? "" : header);
    call(llm, ApiName.LLM, at(path, 1), rest(path, 2), token, request, params);
  }

  private void telegram(HttpServerRequest request, String[] path, Params params) {
    if (!at(path, 1).startsWith("bot") || path.length != 3) {
      Reply.send(
          request,
          Answer.error(
              404,
              "Not Found",
              Json.object()
                  .put("ok", false)
                  .put("error_code", 404)
                  .put("description", "Not Found")));
      return;
    }
    call(telegram, ApiName.TELEGRAM, path[2], "", path[1].substring(3), request, params);
  }

  /** The public page: a fault rule reaches it only by the method name {@code t.me}. */
  private void channelPage(HttpServerRequest request, String[] path, Params params) {
    if (path.length == 3 && !path[1].equals("s") && MESSAGE_ID.matcher(path[2]).matches()) {
      // A message's own page: here its place on the channel's page.
      request
          .response()
          .setStatusCode(302)
          .putHeader("Location", "/t.me/s/" + URLEncoder.encode(path[1], StandardCharsets.UTF_8))
          .end();
      return;
    }
    if (!at(path, 1).equals("s") || path.length != 3) {
      notFound(request);
      return;
    }
    Call call = new Call(ApiName.TELEGRAM, "t.me", request.method().name(), path[2], "", params);
    Optional<FaultRule> fault = faults.firingByName(ApiName.TELEGRAM, "t.me");
    exchange.run(new ChannelPageApi(telegram), call, request, fault);
  }

  private void call(
      Api api,
      ApiName name,
      String method,
      String rest,
      String token,
      HttpServerRequest request,
      Params params) {
    exchange.run(
        api, new Call(name, method, request.method().name(), rest, token, params), request);
  }

  private static String bearer(HttpServerRequest request) {
    return Call.bearer(request.getHeader("Authorization")).orElse("");
  }

  private Answer unreadable(String api) {
    if (routed.containsKey(api)) {
      return routed.get(api).failed(new Api.Failure(400, "the body is no JSON object"));
    }
    return switch (api) {
      case "telegram" ->
          telegram.failed(new Api.Failure(400, "Bad Request: can't parse request as JSON object"));
      case "telegraph" -> telegraph.failed(new Api.Failure(0, "PARAMS_FORMAT_INVALID"));
      case "vk" -> vk.failed(new Api.Failure(8, "Invalid request: body is unreadable"));
      default ->
          llm.failed(new Api.Failure(400, "We could not parse the JSON body of your request."));
    };
  }

  private static void notFound(HttpServerRequest request) {
    Reply.send(request, Answer.gateway(404));
  }

  private static String[] segments(String path) {
    String trimmed = path.startsWith("/") ? path.substring(1) : path;
    return Arrays.stream(trimmed.split("/", -1)).map(Router::decode).toArray(String[]::new);
  }

  private static String decode(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return segment;
    }
  }

  private static String at(String[] path, int index) {
    return index < path.length ? path[index] : "";
  }

  private static String rest(String[] path, int from) {
    return from < path.length ? String.join("/", Arrays.copyOfRange(path, from, path.length)) : "";
  }
}
