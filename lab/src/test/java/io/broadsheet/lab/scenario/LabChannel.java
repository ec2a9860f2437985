package io.broadsheet.lab.scenario;

import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.lab.audit.Evidence.Place;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.broadsheet.publisher.channel.bluesky.BlueskyChannelFactory;
import io.broadsheet.publisher.channel.mastodon.MastodonChannelFactory;
import io.broadsheet.publisher.channel.telegram.TelegramChannelFactory;
import io.broadsheet.publisher.channel.telegraph.TelegraphChannelFactory;
import io.broadsheet.publisher.channel.vk.VkChannelFactory;
import io.broadsheet.publisher.channel.webhook.WebhookChannelFactory;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Every channel, in every way in which it settles what is unknown. */
enum LabChannel {
  TELEGRAM(ChannelKind.TELEGRAM, true, TelegramChannelFactory::new) {
    @Override
    Map<String, String> settings(String url, int n) {
      return Map.of(
          "base-url", url + "/telegram",
          "probe-url", url + "/t.me",
          "token", n + ":sandbox-sandbox-sandbox-sandbox-sandbox",
          "chat-id", "@lab_" + n);
    }

    @Override
    String destination(int n) {
      return "@lab_" + n;
    }
  },
  /** Whole articles, in two messages, the first with a link to the post's page. */
  TELEGRAM_FULL(ChannelKind.TELEGRAM, true, TelegramChannelFactory::new) {
    @Override
    Map<String, String> settings(String url, int n) {
      Map<String, String> settings = new HashMap<>(TELEGRAM.settings(url, n));
      settings.put("format", "full");
      return settings;
    }

    @Override
    String destination(int n) {
      return TELEGRAM.destination(n);
    }

    @Override
    Optional<LabChannel> companion() {
      return Optional.of(TELEGRAPH);
    }

    @Override
    String body() {
      return IntStream.rangeClosed(1, PARAGRAPHS)
          .mapToObj(i -> "Абзац " + i + ". " + SENTENCE.repeat(5).strip())
          .collect(Collectors.joining("\n\n"));
    }
  },
  TELEGRAM_PRIVATE(ChannelKind.TELEGRAM, true, TelegramChannelFactory::new) {
    @Override
    Map<String, String> settings(String url, int n) {
      return Map.of(
          "base-url",
          url + "/telegram",
          "probe-chat-id",
          "424242",
          "token",
          n + ":sandbox-sandbox-sandbox-sandbox-sandbox",
          "chat-id",
          destination(n));
    }

    @Override
    String destination(int n) {
      return "-100" + (1_000_000_000 + n);
    }
  },
  TELEGRAPH(ChannelKind.TELEGRAPH, true, TelegraphChannelFactory::new) {
    @Override
    Map<String, String> settings(String url, int n) {
      return Map.of("base-url", url + "/telegraph", "access-token", destination(n) + ":sandbox");
    }
  },
  VK_BY_GUID(ChannelKind.VK, false, VkChannelFactory::new) {
    @Override
    Map<String, String> settings(String url, int n) {
      return vk(url, n);
    }

    @Override
    String destination(int n) {
      return Integer.toString(-n);
    }
  },
  VK_BY_PROBE(ChannelKind.VK, true, VkChannelFactory::new) {
    @Override
    Map<String, String> settings(String url, int n) {
      Map<String, String> settings = new HashMap<>(vk(url, n));
      settings.put("repeat-by-guid", "false");
      return settings;
    }

    @Override
    String destination(int n) {
      return Integer.toString(-n);
    }
  },
  MASTODON(ChannelKind.MASTODON, false, MastodonChannelFactory::new) {
    @Override
    Map<String, String> settings(String url, int n) {
      return Map.of("base-url", url + "/mastodon", "access-token", destination(n) + ":sandbox");
    }
  },
  BLUESKY(ChannelKind.BLUESKY, false, BlueskyChannelFactory::new) {
    @Override
    Map<String, String> settings(String url, int n) {
      return Map.of(
          "base-url",
          url + "/bluesky",
          "identifier",
          destination(n),
          "app-password",
          "sandbox-app-password");
    }

    @Override
    String destination(int n) {
      // Base32, as a did:plc is.
      return "did:plc:"
          + "%024d"
              .formatted(n)
              .replace('0', 'a')
              .replace('1', 'b')
              .replace('8', 'c')
              .replace('9', 'd');
    }
  },
  WEBHOOK(ChannelKind.WEBHOOK, false, WebhookChannelFactory::new) {
    @Override
    Map<String, String> settings(String url, int n) {
      return Map.of(
          "base-url",
          url + "/webhook/" + destination(n),
          "secret",
          "whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3gt");
    }
  };

  // More than one message of 4,096 characters holds, and less than two.
  private static final int PARAGRAPHS = 40;
  private static final String SENTENCE = "Текст *испытания* идёт дальше. ";

  private final ChannelKind kind;
  private final boolean probed;
  private final Function<Vertx, ChannelFactory> factory;

  LabChannel(ChannelKind kind, boolean probed, Function<Vertx, ChannelFactory> factory) {
    this.kind = kind;
    this.probed = probed;
    this.factory = factory;
  }

  /** The settings of the nth target, which no other shares its destination with. */
  abstract Map<String, String> settings(String url, int n);

  /** The nth target's destination, as the journal calls it. */
  String destination(int n) {
    return "lab_" + n;
  }

  private static Map<String, String> vk(String url, int n) {
    return Map.of(
        "base-url",
        url + "/vk",
        "access-token",
        "vk1.a.club" + n + "-key",
        "service-token",
        "service-sandbox-token",
        "owner-id",
        Integer.toString(-n));
  }

  /** What its posts wait for and link. */
  Optional<LabChannel> companion() {
    return Optional.empty();
  }

  /** The text of its posts, Markdown. */
  String body() {
    return "Текст *испытания*.";
  }

  ChannelKind kind() {
    return kind;
  }

  /**
   * Whether a probe needs a message from before the call: of a private channel's first it can never
   * tell.
   */
  boolean needsEarlierPost() {
    return this == TELEGRAM_PRIVATE;
  }

  /** Whether what is unknown is probed; else it is repeated by the key. */
  boolean probed() {
    return probed;
  }

  ChannelFactory factory(Vertx vertx) {
    return factory.apply(vertx);
  }

  Place place(int n) {
    return new Place(kind.wireName(), destination(n));
  }
}
