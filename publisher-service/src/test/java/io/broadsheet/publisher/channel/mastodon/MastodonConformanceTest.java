package io.broadsheet.publisher.channel.mastodon;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.ChannelConformance;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

class MastodonConformanceTest extends ChannelConformance {

  @Override
  protected ChannelFactory factory(Vertx vertx) {
    return new MastodonChannelFactory(vertx);
  }

  @Override
  protected Map<String, String> settings(String sandboxUrl) {
    return Map.of(
        "base-url", sandboxUrl + "/mastodon", "access-token", "conformance:mastodon-token");
  }

  @Override
  protected Set<String> secrets() {
    return Set.of("access-token");
  }

  @Override
  protected Set<String> required() {
    return Set.of("base-url", "access-token");
  }

  @Override
  protected Map<String, String> refused() {
    return Map.of("access-token", "invalid-mastodon-token");
  }

  @Override
  protected String api() {
    return "mastodon";
  }

  @Override
  protected String sendMethod() {
    return "statuses";
  }

  @Override
  protected String probeMethod() {
    return "accounts.statuses";
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
}
