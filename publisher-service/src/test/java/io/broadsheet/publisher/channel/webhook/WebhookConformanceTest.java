package io.broadsheet.publisher.channel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.ChannelConformance;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.broadsheet.sandbox.OpenWebSettings;
import io.broadsheet.sandbox.SandboxOptions;
import io.broadsheet.sandbox.bluesky.BlueskySettings;
import io.broadsheet.sandbox.mastodon.MastodonSettings;
import io.broadsheet.sandbox.webhook.WebhookSettings;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

class WebhookConformanceTest extends ChannelConformance {

  private String url;

  @Override
  protected ChannelFactory factory(Vertx vertx) {
    return new WebhookChannelFactory(vertx);
  }

  @Override
  protected Map<String, String> settings(String sandboxUrl) {
    url = sandboxUrl;
    return Map.of(
        "base-url",
        sandboxUrl + "/webhook/conformance",
        "secret",
        "whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3gt");
  }

  @Override
  protected Set<String> secrets() {
    return Set.of("secret");
  }

  @Override
  protected Set<String> required() {
    return Set.of("base-url", "secret");
  }

  @Override
  protected SandboxOptions sandbox(SandboxOptions options) {
    return options.withOpenWeb(
        new OpenWebSettings(
            MastodonSettings.DEFAULTS,
            BlueskySettings.DEFAULTS,
            new WebhookSettings(WebhookSettings.DEFAULT_SECRET, true, Set.of("gone"))));
  }

  @Override
  protected Map<String, String> refused() {
    return Map.of("base-url", url + "/webhook/gone");
  }

  @Override
  protected String api() {
    return "webhook";
  }

  @Override
  protected String sendMethod() {
    return "deliver";
  }

  @Override
  protected String probeMethod() {
    return "deliver";
  }

  @Override
  protected Duration waitWhenAskedForSevenSeconds() {
    return Duration.ofSeconds(7);
  }

  @Override
  protected String successWithoutId() {
    return "{}";
  }

  @Override
  protected String visibleText(JsonNode effect) {
    return effect.path("text").asText();
  }

  @Override
  protected boolean canProbe() {
    return false;
  }

  // A receiver says what it likes: its status is all that counts.
  @Override
  protected boolean marksItsAnswers() {
    return false;
  }

  // What becomes of a delivery is the receiver's affair.
  @Override
  protected void assertAddress(String externalUrl) {
    assertThat(externalUrl).isEmpty();
  }
}
