package io.broadsheet.sandbox.server;

import io.broadsheet.sandbox.OpenWebSettings;
import io.broadsheet.sandbox.api.Adjustable;
import io.broadsheet.sandbox.api.Answer;
import io.broadsheet.sandbox.api.Api;
import io.broadsheet.sandbox.api.RoutedApi;
import io.broadsheet.sandbox.bluesky.BlueskyApi;
import io.broadsheet.sandbox.fault.FaultRules;
import io.broadsheet.sandbox.journal.Effect;
import io.broadsheet.sandbox.journal.Journal;
import io.broadsheet.sandbox.limit.RateLimits;
import io.broadsheet.sandbox.llm.AccessTokens;
import io.broadsheet.sandbox.llm.LlmApi;
import io.broadsheet.sandbox.mastodon.MastodonApi;
import io.broadsheet.sandbox.telegram.TelegramApi;
import io.broadsheet.sandbox.telegram.TelegramSettings;
import io.broadsheet.sandbox.telegraph.TelegraphApi;
import io.broadsheet.sandbox.telegraph.TelegraphSettings;
import io.broadsheet.sandbox.vk.VkApi;
import io.broadsheet.sandbox.vk.VkSettings;
import io.broadsheet.sandbox.webhook.WebhookApi;
import io.broadsheet.sandbox.wire.ApiName;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Wires the APIs to one request handler. Everything runs on the one event loop that calls it. */
public final class SandboxServer {
  private static final Logger LOG = Logger.getLogger(SandboxServer.class.getName());
  private static final int MAX_BODY_BYTES = 8 * 1024 * 1024;

  private final Map<ApiName, Api> apis = new EnumMap<>(ApiName.class);
  private final Router router;

  /**
   * @param publicUrl where readers' browsers find the sandbox
   * @param seed of the random numbers behind fault rules with a probability
   */
  public SandboxServer(
      Vertx vertx,
      Journal journal,
      Supplier<String> publicUrl,
      long seed,
      RateLimits limits,
      TelegramSettings telegramSettings,
      TelegraphSettings telegraphSettings,
      VkSettings vkSettings,
      OpenWebSettings openWeb) {
    TelegramApi telegram = new TelegramApi(journal, telegramSettings, limits);
    TelegraphApi telegraph = new TelegraphApi(journal, telegraphSettings, publicUrl);
    VkApi vk = new VkApi(journal, vkSettings, limits);
    AccessTokens tokens = new AccessTokens(journal::now);
    LlmApi llm = new LlmApi(journal::now, tokens);
    apis.put(ApiName.TELEGRAM, telegram);
    apis.put(ApiName.TELEGRAPH, telegraph);
    apis.put(ApiName.VK, vk);
    apis.put(ApiName.LLM, llm);
    List<RoutedApi> routed =
        List.of(
            new MastodonApi(journal, openWeb.mastodon(), publicUrl),
            new BlueskyApi(journal, openWeb.bluesky()),
            new WebhookApi(journal, openWeb.webhook()));
    routed.forEach(api -> apis.put(api.name(), api));
    FaultRules faults = new FaultRules(seed);
    RequestLog log = new RequestLog();
    Runnable reset =
        () -> {
          journal.clear();
          apis.values().forEach(Api::reset);
          log.clear();
          faults.clear();
        };
    Exchange exchange = new Exchange(vertx, faults, journal, log);
    Map<String, Adjustable> settings =
        Map.of("telegram/chats", telegram.chatRights(), "vk/walls", vk.wallRules());
    Control control = new Control(journal, log, faults, llm::bill, settings, reset);
    this.router =
        new Router(telegram, telegraph, vk, llm, routed, tokens, faults, exchange, control);
    for (Effect entry : journal.entries()) {
      apis.get(entry.api()).restore(entry);
    }
  }

  /** Answers one request. */
  public void handle(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              if (body.length() > MAX_BODY_BYTES) {
                Reply.send(request, Answer.gateway(413));
                return;
              }
              try {
                router.handle(request, body.getBytes());
              } catch (RuntimeException e) {
                LOG.log(
                    Level.SEVERE,
                    "the sandbox failed on a request; this is a fault of the sandbox",
                    e);
                Reply.send(request, Answer.gateway(500));
              }
            });
  }
}
