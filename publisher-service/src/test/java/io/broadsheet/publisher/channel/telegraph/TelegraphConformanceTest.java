package io.broadsheet.publisher.channel.telegraph;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.ChannelConformance;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

class TelegraphConformanceTest extends ChannelConformance {

  @Override
  protected ChannelFactory factory(Vertx vertx) {
    return new TelegraphChannelFactory(vertx);
  }

  @Override
  protected Map<String, String> settings(String sandboxUrl) {
    return Map.of(
        "base-url",
        sandboxUrl + "/telegraph",
        "access-token",
        "conformance:b968da509bb76866c35425099bc0989a5ec3b32997d55286c657e6994b");
  }

  @Override
  protected Set<String> secrets() {
    return Set.of("access-token");
  }

  @Override
  protected Set<String> required() {
    return Set.of("access-token");
  }

  @Override
  protected Map<String, String> refused() {
    return Map.of("access-token", "invalid-token");
  }

  @Override
  protected String api() {
    return "telegraph";
  }

  @Override
  protected String sendMethod() {
    return "createPage";
  }

  @Override
  protected String probeMethod() {
    return "getPageList";
  }

  @Override
  protected Duration waitWhenAskedForSevenSeconds() {
    return Duration.ofSeconds(7);
  }

  @Override
  protected String successWithoutId() {
    return "{\"ok\":true,\"result\":{\"title\":\"T\"}}";
  }

  @Override
  protected String visibleText(JsonNode effect) {
    return effect.path("text").asText();
  }
}
