package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.ChannelConformance;
import io.broadsheet.publisher.channel.ChannelFactory;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

class TelegramConformanceTest extends ChannelConformance {

  @Override
  protected ChannelFactory factory(Vertx vertx) {
    return new TelegramChannelFactory(vertx);
  }

  @Override
  protected Map<String, String> settings(String sandboxUrl) {
    return Map.of(
        "base-url",
        sandboxUrl + "/telegram",
        "probe-url",
        sandboxUrl + "/t.me",
        "token",
        "123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOppQQr",
        "chat-id",
        "@conformance_ru");
  }

  @Override
  protected Set<String> secrets() {
    return Set.of("token");
  }

  @Override
  protected Set<String> required() {
    return Set.of("token", "chat-id");
  }

  @Override
  protected Map<String, String> refused() {
    return Map.of("chat-id", "@missing_channel");
  }

  @Override
  protected String api() {
    return "telegram";
  }

  @Override
  protected String sendMethod() {
    return "sendMessage";
  }

  @Override
  protected boolean looksWhereItPosts() {
    return !probeMethod().equals("t.me");
  }

  @Override
  protected String probeMethod() {
    return "t.me";
  }

  @Override
  protected Duration waitWhenAskedForSevenSeconds() {
    return Duration.ofSeconds(7);
  }

  @Override
  protected String successWithoutId() {
    return "{\"ok\":true,\"result\":{}}";
  }

  @Override
  protected String visibleText(JsonNode effect) {
    return effect.path("text").asText();
  }
}
