package io.broadsheet.publisher.channel.telegram;

import io.broadsheet.common.event.PostEvent;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.Channel;
import io.broadsheet.publisher.channel.Form;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Outcome;
import io.broadsheet.publisher.channel.Outcome.Rejected.Cause;
import io.broadsheet.publisher.channel.PostLink;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Rendered;
import io.broadsheet.publisher.channel.Sighting;
import io.broadsheet.publisher.channel.Verification;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * A Telegram chat as a target, by the Bot API's {@code sendMessage} and {@code sendPhoto}. The API
 * has no idempotency key: what is unknown is looked up on the channel's public page or, where a
 * chat has none, in copies forwarded to another chat.
 */
final class TelegramChannel implements Channel {

  private final TelegramSettings settings;
  private final TelegramApi api;
  private final TelegramForms forms;
  private final TelegramOutcomes outcomes;
  private final PublicPage page;
  private final ForwardedCopies copies;
  private final VerifyBot verifyBot;

  TelegramChannel(TelegramSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.api = new TelegramApi(settings, transport);
    this.forms = new TelegramForms(settings);
    this.outcomes = new TelegramOutcomes(settings);
    this.page = new PublicPage(settings, transport);
    this.copies = new ForwardedCopies(settings, api, outcomes);
    this.verifyBot = new VerifyBot(settings, api, outcomes);
  }

  @Override
  public Rendered render(PostEvent post, Optional<URI> companion) {
    return forms.render(post, PostLink.of(post, companion));
  }

  @Override
  public Outcome send(Form form, Call call) {
    String chat = settings.chatId(call);
    String method = TelegramForms.method(form);
    Outcome outcome =
        outcomes.of(api.call(method, TelegramForms.parameters(form, chat), call), call);
    if (outcome instanceof Outcome.Moved moved && moved.move().to().equals(chat)) {
      // To follow it once more would be to follow it for ever.
      return new Outcome.Rejected(Cause.CONFIGURATION, moved.code(), moved.message());
    } else if (outcome instanceof Outcome.Rejected rejected
        && rejected.cause() == Cause.CONTENT
        && method.equals(TelegramForms.WITH_PHOTO)) {
      // Telegram has many words for a picture that it cannot use; the text may be well.
      return new Outcome.Rejected(Cause.FORM, rejected.code(), rejected.message());
    }
    return outcome;
  }

  @Override
  public Sighting probe(Form form, Probe probe) {
    String link = TelegramForms.link(form);
    if (settings.publicName().isEmpty()) {
      return copies.look(link, probe);
    }
    Sighting seen = page.look(link, probe);
    boolean askTheApi = seen instanceof Sighting.CannotTell && settings.probeChatId().isPresent();
    return askTheApi ? copies.look(link, probe) : seen;
  }

  @Override
  public Verification verify(Call call) {
    return verifyBot.verify(call);
  }

  @Override
  public Duration keyWindow() {
    return Duration.ZERO;
  }
}
