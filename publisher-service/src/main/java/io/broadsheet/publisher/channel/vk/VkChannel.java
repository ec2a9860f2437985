package io.broadsheet.publisher.channel.vk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.PostLink;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.rendering.VkText;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A VK wall as a target, by {@code wall.post}. Its {@code guid} keeps the same post from being made
 * twice for one hour; afterwards what is unknown is looked up on the wall.
 */
final class VkChannel implements Channel {

  /** One hour by VK's documentation, less what clocks and a slow call may take. */
  private static final Duration GUID_WINDOW = Duration.ofMinutes(50);

  private final VkSettings settings;
  private final VkApi api;
  private final VkOutcomes outcomes;
  private final VkWall wall;

  VkChannel(VkSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.api = new VkApi(settings.baseUrl(), transport);
    this.outcomes = new VkOutcomes(settings);
    this.wall = new VkWall(settings, api);
  }

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    String link = PostLink.of(post, companion);
    VkText text = new VkText(settings.messageLimit());
    ObjectNode rendered = Json.object();
    rendered.put("message", settings.full() ? text.full(post, link) : text.teaser(post, link));
    rendered.put("link", link);
    return new Rendered(rendered.toString());
  }

  @Override
  public Outcome send(Rendered rendered, Call call) {
    ObjectNode post = Json.read(rendered);
    Map<String, String> form = new LinkedHashMap<>();
    form.put("owner_id", Long.toString(settings.ownerId()));
    if (settings.ownerId() < 0) {
      form.put("from_group", "1");
    }
    form.put("message", post.required("message").textValue());
    // Attachments are a comma-separated list.
    form.put("attachments", post.required("link").textValue().replace(",", "%2C"));
    form.put("guid", Guid.of(call.key()));
    return outcomes.of(api.call("wall.post", settings.accessToken(), form, call));
  }

  @Override
  public Sighting probe(Rendered rendered, Probe probe) {
    return wall.look(Json.read(rendered).required("link").textValue(), probe);
  }

  @Override
  public Duration keyWindow() {
    return settings.repeatByGuid() ? GUID_WINDOW : Duration.ZERO;
  }
}
