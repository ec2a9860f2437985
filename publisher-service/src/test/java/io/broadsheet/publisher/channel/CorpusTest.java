package io.broadsheet.publisher.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.cases.Case;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.common.target.ChannelKind;
import io.broadsheet.common.target.Target;
import io.broadsheet.publisher.channel.bluesky.BlueskyChannelFactory;
import io.broadsheet.publisher.channel.mastodon.MastodonChannelFactory;
import io.broadsheet.publisher.channel.telegram.TelegramChannelFactory;
import io.broadsheet.publisher.channel.telegraph.TelegraphChannelFactory;
import io.broadsheet.publisher.channel.vk.VkChannelFactory;
import io.broadsheet.publisher.channel.webhook.WebhookChannelFactory;
import io.broadsheet.publisher.rendering.CleanText;
import io.broadsheet.sandbox.OpenWebSettings;
import io.broadsheet.sandbox.SandboxOptions;
import io.broadsheet.sandbox.bluesky.BlueskySettings;
import io.broadsheet.sandbox.mastodon.MastodonSettings;
import io.broadsheet.sandbox.vk.VkSettings;
import io.broadsheet.sandbox.webhook.WebhookSettings;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hostile and real-world Markdown through every channel, as title, summary and body: no API of the
 * sandbox, which is as strict as the real ones, refuses any of it.
 */
@TestInstance(Lifecycle.PER_CLASS)
class CorpusTest {

  private static final int RANDOM_TEXTS = 60;
  private static final String[] PIECES = {
    "*",
    "**",
    "_",
    "~~",
    "`",
    "```",
    "[",
    "](",
    ")",
    "![",
    "<",
    ">",
    "</b>",
    "<b>",
    "&",
    "&amp;",
    "|",
    "|-|",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "# ",
    "> ",
    "    ",
    "\\",
    "https://e.org/",
    "javascript:",
    "слово ",
    "word ",
    "😀",
    ". ",
    "\"",
    "'",
    "\u0000",
    "\uD83D",
    "\u202E",
    "<!--",
    "-->",
    "---\n"
  };

  private final Vertx vertx = Vertx.vertx();
  private final List<Channel> channels = new ArrayList<>();
  private RunningSandbox sandbox;

  @BeforeAll
  void start(@TempDir Path data) {
    sandbox =
        new RunningSandbox(
            SandboxOptions.onFreePort(data)
                .withRateLimits(false)
                .withVk(new VkSettings(0, 16_384, true))
                .withOpenWeb(
                    new OpenWebSettings(
                        new MastodonSettings(500, 0, true),
                        new BlueskySettings(7_200, 0, 0),
                        WebhookSettings.DEFAULTS)));
    String at = sandbox.url();
    channels.add(
        new TelegramChannelFactory(vertx)
            .open(
                target(
                    ChannelKind.TELEGRAM,
                    Map.of(
                        "base-url", at + "/telegram",
                        "token", "123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr",
                        "chat-id", "@corpus_ru"))));
    channels.add(
        new TelegraphChannelFactory(vertx)
            .open(
                target(
                    ChannelKind.TELEGRAPH,
                    Map.of("base-url", at + "/telegraph", "access-token", "corpus:token"))));
    for (String format : List.of("teaser", "full")) {
      channels.add(
          new VkChannelFactory(vertx)
              .open(
                  target(
                      ChannelKind.VK,
                      Map.of(
                          "base-url",
                          at + "/vk",
                          "access-token",
                          "corpus-token",
                          "format",
                          format,
                          "owner-id",
                          format.equals("full") ? "-1" : "-2"))));
    }
    channels.add(
        new MastodonChannelFactory(vertx)
            .open(
                target(
                    ChannelKind.MASTODON,
                    Map.of("base-url", at + "/mastodon", "access-token", "corpus:token"))));
    channels.add(
        new BlueskyChannelFactory(vertx)
            .open(
                target(
                    ChannelKind.BLUESKY,
                    Map.of(
                        "base-url", at + "/bluesky",
                        "identifier", "corpus.example",
                        "app-password", "corpus-password"))));
    channels.add(
        new WebhookChannelFactory(vertx)
            .open(
                target(
                    ChannelKind.WEBHOOK,
                    Map.of(
                        "base-url",
                        at + "/webhook/corpus",
                        "secret",
                        WebhookSettings.DEFAULT_SECRET))));
  }

  @AfterAll
  void stop() {
    sandbox.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private static Target target(ChannelKind kind, Map<String, String> settings) {
    return new Target("any-ru", kind, "ru", settings);
  }

  static Stream<Path> corpus() throws IOException, URISyntaxException {
    Path folder = Path.of(CorpusTest.class.getResource("/corpus").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList().stream();
    }
  }

  private void assertPosted(String slug, String text) {
    String hostileTitle = CleanText.line(text).isEmpty() ? "Заголовок" : text;
    for (String title : List.of("Заголовок", hostileTitle)) {
      PostEvent post = Posts.post(slug, title, text, text, List.of(text, "tag"));
      for (Channel channel : channels) {
        Rendered rendered = channel.render(post, Optional.empty());
        assertThat(rendered.json()).doesNotContain("\\u0000");
        assertThat(Rendered.parse(rendered.json())).isEqualTo(rendered);
        rendered.parts().stream()
            .flatMap(part -> part.forms().stream())
            .forEach(form -> assertPosted(slug, channel, form));
      }
    }
  }

  private static void assertPosted(String slug, Channel channel, Form form) {
    // A key of its own for each text: a repeated one would be answered without a look at the text.
    String key = slug + "/" + form.json().hashCode();
    Outcome outcome = channel.send(form, new Call(key, Deadline.after(Duration.ofSeconds(20))));
    assertThat(outcome).as("%s: %s", channel, outcome).isInstanceOf(Outcome.Posted.class);
  }

  @ParameterizedTest
  @MethodSource("corpus")
  @Case("T2")
  void isTakenByEveryChannel(Path text) throws IOException {
    assertPosted(text.getFileName().toString(), Files.readString(text));
  }

  @Test
  @Case("T2")
  void anyMarkdownIsTakenByEveryChannel() {
    Random random = new Random(20_261_130);
    for (int i = 0; i < RANDOM_TEXTS; i++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(i % 10 == 0 ? 4_000 : 60);
      for (int piece = 0; piece < length; piece++) {
        text.append(PIECES[random.nextInt(PIECES.length)]);
      }
      assertPosted("random-" + i, text.toString());
    }
  }
}
