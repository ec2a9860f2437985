package io.broadsheet.publisher.channel.telegram;

import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpRequest;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.HttpTransport;
import io.broadsheet.publisher.channel.Listing;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Sighting;
import java.net.URI;
import java.util.Optional;

/**
 * Looks for a message on the public page of a channel, {@code <probe-url>/s/<name>}. It shows about
 * twenty messages, the newest last, and leads to older ones.
 */
final class PublicPage {

  private static final int MAX_PAGES = 50;

  private final TelegramSettings settings;
  private final HttpTransport transport;

  PublicPage(TelegramSettings settings, HttpTransport transport) {
    this.settings = settings;
    this.transport = transport;
  }

  /** Looks for the message that carries the link. */
  Sighting look(String link, Probe probe) {
    Optional<String> name = settings.publicName();
    if (name.isEmpty()) {
      return new Sighting.CannotTell(
          settings.chatId() + " has no public page; chat-id @name of a public channel has one");
    }
    Listing listing = new Listing(probe, link, id -> settings.messageUrl(settings.chatId(), id));
    Call call = probe.callElsewhere();
    String query = "";
    for (int pages = 0; pages < MAX_PAGES && !listing.isDecided(); pages++) {
      URI uri = URI.create(settings.probeUrl() + "/s/" + name.get() + query);
      HttpResult result = transport.exchange(HttpRequest.get(uri), call);
      if (!(result instanceof HttpResult.Answered answer) || answer.status() != 200) {
        return new Sighting.CannotTell(uri + " could not be read: " + reason(result));
      }
      Optional<MessagePage> page = MessagePage.read(answer.body());
      if (page.isEmpty()) {
        return new Sighting.CannotTell(uri + " shows no messages in the form that is known");
      }
      page.get().messages().forEach(listing::add);
      if (page.get().before().isEmpty()) {
        listing.complete();
      }
      query = page.get().before().map(id -> "?before=" + id).orElse("");
    }
    return listing.sighting();
  }

  private static String reason(HttpResult result) {
    if (result instanceof HttpResult.Answered answer) {
      return "status " + answer.status();
    } else if (result instanceof HttpResult.NotWritten nothing) {
      return nothing.message();
    }
    return ((HttpResult.NoAnswer) result).message();
  }
}
