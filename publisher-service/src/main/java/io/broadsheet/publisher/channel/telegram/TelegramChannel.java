package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.HttpRequest;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.PostLink;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.rendering.TelegramHtml;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * A Telegram chat as a target, by the Bot API's {@code sendMessage}. The API has no idempotency
 * key: what is unknown is looked up on the channel's public page.
 */
final class TelegramChannel implements Channel {

  private final TelegramSettings settings;
  private final HttpTransport transport;
  private final TelegramOutcomes outcomes;
  private final PublicPage page;

  TelegramChannel(TelegramSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.transport = transport;
    this.outcomes = new TelegramOutcomes(settings);
    this.page = new PublicPage(settings, transport);
  }

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    String link = PostLink.of(post, companion);
    ObjectNode rendered = Json.object();
    rendered.put("text", TelegramHtml.teaser(post, link));
    rendered.put("link", link);
    return new Rendered(rendered.toString());
  }

  @Override
  public Outcome send(Rendered rendered, Call call) {
    ObjectNode form = Json.read(rendered);
    ObjectNode body = Json.object();
    body.put("chat_id", settings.chatId());
    body.set("text", form.required("text"));
    body.put("parse_mode", "HTML");
    // Without it Telegram previews the first address it finds in the text.
    body.putObject("link_preview_options").set("url", form.required("link"));
    URI method = URI.create(settings.baseUrl() + "/bot" + settings.token() + "/sendMessage");
    return outcomes.of(transport.exchange(HttpRequest.json(method, body.toString()), call));
  }

  @Override
  public Sighting probe(Rendered rendered, Probe probe) {
    return page.look(Json.read(rendered).required("link").textValue(), probe);
  }

  @Override
  public Duration keyWindow() {
    return Duration.ZERO;
  }
}
