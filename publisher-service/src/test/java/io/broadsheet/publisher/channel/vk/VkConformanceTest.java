package io.broadsheet.publisher.channel.vk;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.ChannelConformance;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

class VkConformanceTest extends ChannelConformance {

  /** With the service token, an application's. */
  @Override
  protected Set<String> limitedByThemselves() {
    return Set.of("wall.get");
  }

  @Override
  protected ChannelFactory factory(Vertx vertx) {
    return new VkChannelFactory(vertx);
  }

  @Override
  protected Map<String, String> settings(String sandboxUrl) {
    return Map.of(
        "base-url", sandboxUrl + "/vk",
        "access-token", "vk1.a.club4242-conformance-key",
        "service-token", "service-conformance-token",
        "owner-id", "-4242");
  }

  @Override
  protected Set<String> secrets() {
    return Set.of("access-token", "service-token");
  }

  @Override
  protected Set<String> required() {
    return Set.of("access-token", "owner-id");
  }

  @Override
  protected Map<String, String> refused() {
    return Map.of("access-token", "invalid-community-key");
  }

  @Override
  protected String api() {
    return "vk";
  }

  @Override
  protected String sendMethod() {
    return "wall.post";
  }

  // The service token has limits of its own.
  @Override
  protected boolean looksWhereItPosts() {
    return false;
  }

  @Override
  protected String probeMethod() {
    return "wall.get";
  }

  // VK names no time: error 6 is about calls per second.
  @Override
  protected Duration waitWhenAskedForSevenSeconds() {
    return Duration.ofSeconds(1);
  }

  @Override
  protected String successWithoutId() {
    return "{\"response\":{}}";
  }

  @Override
  protected String visibleText(JsonNode effect) {
    return effect.path("text").asText();
  }
}
