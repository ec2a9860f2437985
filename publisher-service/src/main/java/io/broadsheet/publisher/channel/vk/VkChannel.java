package io.broadsheet.publisher.channel.vk;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.PostLink;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Verification;
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
    return Rendered.of(
        WallPost.linked(message(text, post, link), link).form(),
        new WallPost(
                message(text.withoutLinks(), post, link), link, Optional.of(VkText.unlinked(link)))
            .form());
  }

  private String message(VkText text, PostEvent post, String link) {
    return settings.full() ? text.full(post, link) : text.teaser(post, link);
  }

  @Override
  public Outcome send(Form form, Call call) {
    WallPost post = WallPost.read(form);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("owner_id", Long.toString(settings.ownerId()));
    if (settings.ownerId() < 0) {
      fields.put("from_group", "1");
    }
    fields.put("message", post.message());
    post.attachment().ifPresent(attachment -> fields.put("attachments", attachment));
    fields.put("guid", Guid.of(call.key()));
    return outcomes.of(api.call("wall.post", settings.accessToken(), fields, call));
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    return wall.look(WallPost.read(form), probe);
  }

  @Override
  public Verification verify(Call call) {
    return new VerifyWall(settings, api, outcomes, wall).verify(call);
  }

  @Override
  public Duration keyWindow() {
    return settings.repeatByGuid() ? GUID_WINDOW : Duration.ZERO;
  }
}
