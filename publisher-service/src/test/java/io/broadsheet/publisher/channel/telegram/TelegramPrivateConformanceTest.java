package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Deadline;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Posts;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A channel without a public page: uncertain posts are looked for in forwarded copies. */
class TelegramPrivateConformanceTest extends TelegramConformanceTest {

  private static final String CHANNEL = "-1001234567890";
  private static final String EARLIER = "earlier";

  private String earlierId;

  @Override
  protected Map<String, String> settings(String sandboxUrl) {
    Map<String, String> settings = new HashMap<>(super.settings(sandboxUrl));
    settings.put("chat-id", CHANNEL);
    settings.put("probe-chat-id", "424242");
    return settings;
  }

  @Override
  protected Map<String, String> refused() {
    return Map.of("chat-id", "@missing_channel");
  }

  @Override
  protected String probeMethod() {
    return "forwardMessage";
  }

  @Override
  protected Optional<String> before(Channel channel) {
    Outcome outcome =
        channel.send(
            channel.render(Posts.post(EARLIER), Optional.empty()).form(1, 1),
            new Call(EARLIER, Deadline.after(Duration.ofSeconds(10))));
    earlierId = ((Outcome.Posted) outcome).externalId();
    return Optional.of(earlierId);
  }

  @Override
  protected boolean isPost(JsonNode effect) {
    return effect.path("destination").asText().equals(CHANNEL)
        && !effect.path("id").asText().equals(earlierId);
  }
}
