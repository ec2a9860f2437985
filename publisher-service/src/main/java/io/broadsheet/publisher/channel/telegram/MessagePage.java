package io.broadsheet.publisher.channel.telegram;

import io.broadsheet.publisher.channel.Listing;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * One page of a channel's public history, as t.me writes it.
 *
 * @param messages those shown
 * @param before the id that leads to older ones, or empty at the channel's beginning
 */
record MessagePage(List<Listing.Entry> messages, Optional<Long> before) {

  /** Reads a page; empty unless every part of its history is understood. */
  static Optional<MessagePage> read(String html) {
    Document document = Jsoup.parse(html);
    Element history = document.selectFirst(".tgme_channel_history");
    if (history == null) {
      return Optional.empty();
    }
    List<Listing.Entry> messages = new ArrayList<>();
    for (Element message : history.select(".tgme_widget_message[data-post]")) {
      Optional<Listing.Entry> entry = entry(message);
      if (entry.isEmpty()) {
        return Optional.empty();
      }
      messages.add(entry.get());
    }
    Optional<Long> before = before(document);
    // An empty history is a new channel only if nothing at all stands in it.
    boolean understood = !messages.isEmpty() || before.isEmpty() && history.childrenSize() == 0;
    return understood ? Optional.of(new MessagePage(messages, before)) : Optional.empty();
  }

  private static Optional<Listing.Entry> entry(Element message) {
    String post = message.attr("data-post");
    String id = post.substring(post.lastIndexOf('/') + 1);
    Element time = message.selectFirst(".tgme_widget_message_date time[datetime]");
    if (!id.matches("\\d{1,18}") || time == null) {
      return Optional.empty();
    }
    List<String> links = message.select("a[href]").eachAttr("href");
    return date(time.attr("datetime")).map(date -> new Listing.Entry(id, date, links));
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> before(Document document) {
    return document
        .select("a[href*=before=], link[rel=prev][href*=before=]")
        .eachAttr("href")
        .stream()
        .map(href -> href.replaceAll(".*[?&]before=(\\d{1,18}).*", "$1"))
        .filter(id -> id.matches("\\d{1,18}"))
        .map(Long::valueOf)
        .findFirst();
  }
}
