package io.broadsheet.publisher.channel.bluesky;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.ChannelConformance;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

class BlueskyConformanceTest extends ChannelConformance {

  @Override
  protected ChannelFactory factory(Vertx vertx) {
    return new BlueskyChannelFactory(vertx);
  }

  @Override
  protected Map<String, String> settings(String sandboxUrl) {
    return Map.of(
        "base-url", sandboxUrl + "/bluesky",
        "identifier", "conformance.example",
        "app-password", "conformance-app-password");
  }

  @Override
  protected Set<String> secrets() {
    return Set.of("app-password");
  }

  @Override
  protected Set<String> required() {
    return Set.of("identifier", "app-password");
  }

  @Override
  protected Map<String, String> refused() {
    return Map.of("app-password", "invalid-app-password");
  }

  @Override
  protected String api() {
    return "bluesky";
  }

  @Override
  protected String sendMethod() {
    return "putRecord";
  }

  @Override
  protected String probeMethod() {
    return "getRecord";
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
