package io.broadsheet.publisher.delivery;

import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.broadsheet.publisher.channel.bluesky.BlueskyChannelFactory;
import io.broadsheet.publisher.channel.mastodon.MastodonChannelFactory;
import io.broadsheet.publisher.channel.telegram.TelegramChannelFactory;
import io.broadsheet.publisher.channel.telegraph.TelegraphChannelFactory;
import io.broadsheet.publisher.channel.vk.VkChannelFactory;
import io.broadsheet.publisher.channel.webhook.WebhookChannelFactory;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A real channel as its factory opens it, with its API in a sandbox.
 *
 * @param label the channel and, where it may settle in several ways, how it does
 * @param factory makes it
 * @param sendMethod the method that has the effect
 * @param probeMethods the methods that a probe calls; none where it is never needed
 * @param settings the target's settings when the sandbox is at this address
 */
record SandboxedChannel(
    String label,
    ChannelFactory factory,
    String sendMethod,
    List<String> probeMethods,
    Function<String, Map<String, String>> settings) {

  /** Every channel, in every way in which it settles what is unknown. */
  static List<SandboxedChannel> all(Vertx vertx) {
    return List.of(
        telegram(vertx),
        telegraph(vertx),
        vk(vertx),
        vkWithoutGuid(vertx),
        mastodon(vertx),
        bluesky(vertx),
        webhook(vertx));
  }

  static SandboxedChannel telegram(Vertx vertx) {
    return new SandboxedChannel(
        "telegram",
        new TelegramChannelFactory(vertx),
        "sendMessage",
        List.of("t.me"),
        url ->
            Map.of(
                "base-url",
                url + "/telegram",
                "probe-url",
                url + "/t.me",
                "token",
                "4242:sandbox-sandbox-sandbox-sandbox-sandbox",
                "chat-id",
                "@every_fault"));
  }

  static SandboxedChannel telegraph(Vertx vertx) {
    return new SandboxedChannel(
        "telegraph",
        new TelegraphChannelFactory(vertx),
        "createPage",
        List.of("getPageList"),
        url -> Map.of("base-url", url + "/telegraph", "access-token", "fault:sandbox-sandbox"));
  }

  /** Unknown outcomes are settled by the same call. */
  static SandboxedChannel vk(Vertx vertx) {
    return new SandboxedChannel(
        "vk by guid",
        new VkChannelFactory(vertx),
        "wall.post",
        List.of(),
        url ->
            Map.of(
                "base-url", url + "/vk",
                "access-token", "vk1.a.club4242-key",
                "service-token", "service-sandbox-token",
                "owner-id", "-4242"));
  }

  /** Unknown outcomes are settled by probes. */
  static SandboxedChannel vkWithoutGuid(Vertx vertx) {
    return new SandboxedChannel(
        "vk by probe",
        new VkChannelFactory(vertx),
        "wall.post",
        List.of("wall.get"),
        url ->
            Map.of(
                "base-url", url + "/vk",
                "access-token", "vk1.a.club4343-key",
                "service-token", "service-sandbox-token",
                "owner-id", "-4343",
                "repeat-by-guid", "false"));
  }

  /** Settled by the key. */
  static SandboxedChannel mastodon(Vertx vertx) {
    return new SandboxedChannel(
        "mastodon",
        new MastodonChannelFactory(vertx),
        "statuses",
        List.of(),
        url -> Map.of("base-url", url + "/mastodon", "access-token", "every_fault:sandbox"));
  }

  /** Settled by the key. */
  static SandboxedChannel bluesky(Vertx vertx) {
    return new SandboxedChannel(
        "bluesky",
        new BlueskyChannelFactory(vertx),
        "putRecord",
        List.of(),
        url ->
            Map.of(
                "base-url", url + "/bluesky",
                "identifier", "fault.example",
                "app-password", "sandbox-app-password"));
  }

  /** Settled by the key. */
  static SandboxedChannel webhook(Vertx vertx) {
    return new SandboxedChannel(
        "webhook",
        new WebhookChannelFactory(vertx),
        "deliver",
        List.of(),
        url ->
            Map.of(
                "base-url",
                url + "/webhook/fault",
                "secret",
                "whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3gt"));
  }

  /**
   * Whether its API reads a key when a call arrives and keeps it only when the call is done: of two
   * at work at the same time each has its effect.
   */
  boolean readsKeyFirst() {
    return label.equals("mastodon");
  }

  /** The API's name in the sandbox. */
  String api() {
    return factory.kind().wireName();
  }

  /** Opens it as a target of that name, with its API at a sandbox. */
  OpenTarget open(String name, String sandboxUrl, DeliveryPolicy policy) {
    return open(name, settings.apply(sandboxUrl), policy);
  }

  /** The same with settings of one's own. */
  OpenTarget open(String name, Map<String, String> settings, DeliveryPolicy policy) {
    Target target = new Target(name, factory.kind(), "ru", settings);
    return new OpenTarget(target, factory.open(target), policy);
  }
}
