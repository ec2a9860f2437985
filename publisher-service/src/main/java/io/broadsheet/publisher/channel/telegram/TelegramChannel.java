package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.PostLink;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Verification;
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
  private final TelegramApi api;
  private final TelegramOutcomes outcomes;
  private final PublicPage page;

  TelegramChannel(TelegramSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.api = new TelegramApi(settings, transport);
    this.outcomes = new TelegramOutcomes(settings);
    this.page = new PublicPage(settings, transport);
  }

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    String link = PostLink.of(post, companion);
    ObjectNode rendered = Json.object();
    rendered.put("text", TelegramHtml.teaser(post, link));
    rendered.put("link", link);
    return Rendered.of(new Form(rendered.toString()));
  }

  @Override
  public Outcome send(Form form, Call call) {
    ObjectNode message = Json.read(form);
    ObjectNode body = Json.object();
    body.put("chat_id", chatId(call));
    body.set("text", message.required("text"));
    body.put("parse_mode", "HTML");
    // Without it Telegram previews the first address it finds in the text.
    body.putObject("link_preview_options").set("url", message.required("link"));
    return outcomes.of(api.call("sendMessage", body, call));
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    return page.look(Json.read(form).required("link").textValue(), probe);
  }

  @Override
  public Verification verify(Call call) {
    HttpResult me = api.call("getMe", Json.object(), call);
    if (!TelegramApi.ok(me)) {
      return Verification.refused(outcomes.of(me));
    }
    ObjectNode chat = Json.object();
    chat.put("chat_id", chatId(call));
    HttpResult seen = api.call("getChat", chat, call);
    return TelegramApi.ok(seen)
        ? new Verification.Passed("the bot knows the chat " + chatId(call))
        : Verification.refused(outcomes.of(seen));
  }

  @Override
  public Duration keyWindow() {
    return Duration.ZERO;
  }

  private String chatId(Call call) {
    return call.move().map(move -> move.apply(settings.chatId())).orElse(settings.chatId());
  }
}
