package io.broadsheet.publisher.channel.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.broadsheet.publisher.channel.Call;
import io.broadsheet.publisher.channel.HttpResult;
import io.broadsheet.publisher.channel.Json;
import io.broadsheet.publisher.channel.Listing;
import io.broadsheet.publisher.channel.Probe;
import io.broadsheet.publisher.channel.Sighting;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Looks for a message in a chat that has no public page: a bot cannot read a chat, but it can
 * forward a message whose number it knows, and the answer shows that message. So the numbers after
 * the last known one are forwarded, without a sound, to {@code probe-chat-id}, where no reader is.
 *
 * <p>Numbers run on without gaps but for deleted messages, in channels and supergroups; elsewhere
 * they belong to the bot. The chat has ended where {@value #END} numbers in a row are missing.
 */
final class ForwardedCopies {

  private static final int END = 20;
  private static final int MOST = 100;

  private final TelegramSettings settings;
  private final TelegramApi api;
  private final TelegramOutcomes outcomes;

  /** What one number turned out to be. */
  private sealed interface Copy {

    record Seen(Listing.Entry entry) implements Copy {}

    /** There is no such message. */
    record Missing() implements Copy {}

    /** Somebody joined, something was pinned: no message of ours. */
    record Service() implements Copy {}

    record Refused(Sighting instead) implements Copy {}
  }

  ForwardedCopies(TelegramSettings settings, TelegramApi api, TelegramOutcomes outcomes) {
    this.settings = settings;
    this.api = api;
    this.outcomes = outcomes;
  }

  /** Looks for the message that carries the link. */
  Sighting look(String link, Probe probe) {
    String chat = settings.chatId(probe.call());
    if (!settings.numbersItsMessages(probe.call())) {
      return new Sighting.CannotTell(
          "message numbers of "
              + chat
              + " are not its own; only channels and supergroups have them");
    } else if (settings.probeChatId().isEmpty()) {
      return new Sighting.CannotTell(
          chat + " has no public page; probe-chat-id names a chat for copies of its messages");
    }
    Optional<Long> anchor =
        probe.lastIdBefore().filter(ForwardedCopies::isNumber).map(Long::valueOf);
    if (anchor.isEmpty()) {
      return new Sighting.CannotTell("no message of " + chat + " from before the call is known");
    }
    return unforwardable(chat, probe.call())
        .orElseGet(() -> search(chat, anchor.get(), link, probe));
  }

  private Sighting search(String chat, long anchor, String link, Probe probe) {
    // Proof that the numbers are still this chat's, and where to begin.
    Copy begin = forward(chat, anchor, probe.call());
    if (begin instanceof Copy.Refused refused) {
      return refused.instead();
    } else if (!(begin instanceof Copy.Seen first)
        || first.entry().at().isAfter(probe.firstCallAt().plus(Listing.CLOCK_TOLERANCE))) {
      return new Sighting.CannotTell(
          "message " + anchor + " of " + chat + " is not there any more to begin from");
    }
    Listing listing = new Listing(probe, link, id -> settings.messageUrl(chat, id));
    long known = lastKnown(probe, anchor);
    int missing = 0;
    int forwarded = 0;
    for (long id = anchor + 1; forwarded < MOST; id++) {
      String number = Long.toString(id);
      if (probe.siblingIds().contains(number) || probe.laterIds().contains(number)) {
        missing = 0;
        continue;
      }
      forwarded++;
      Copy copy = forward(chat, id, probe.call());
      if (copy instanceof Copy.Refused refused) {
        return refused.instead();
      } else if (copy instanceof Copy.Seen seen) {
        listing.add(seen.entry());
      }
      missing = copy instanceof Copy.Missing ? missing + 1 : 0;
      if (missing == END && id > known) {
        listing.complete();
        return listing.sighting();
      }
    }
    return new Sighting.CannotTell(
        "more than "
            + MOST
            + " messages of "
            + chat
            + " since number "
            + anchor
            + " are not known");
  }

  private Optional<Sighting> unforwardable(String chat, Call call) {
    HttpResult result = api.call("getChat", Json.object().put("chat_id", chat), call);
    if (!TelegramApi.ok(result)) {
      return Optional.of(unanswered(chat, result, call));
    }
    return TelegramApi.result(result).path("has_protected_content").asBoolean()
        ? Optional.of(new Sighting.CannotTell(chat + " lets nobody forward its messages"))
        : Optional.empty();
  }

  private Copy forward(String chat, long id, Call call) {
    ObjectNode parameters =
        Json.object()
            .put("chat_id", settings.probeChatId().orElseThrow())
            .put("from_chat_id", chat)
            .put("message_id", id)
            .put("disable_notification", true);
    HttpResult result = api.call("forwardMessage", parameters, call);
    if (TelegramApi.ok(result)) {
      return seen(chat, id, TelegramApi.result(result));
    }
    String reason = TelegramApi.reason(result);
    if (reason.contains("message to forward not found") || reason.contains("MESSAGE_ID_INVALID")) {
      return new Copy.Missing();
    }
    return reason.contains("message can't be forwarded")
        ? new Copy.Service()
        : new Copy.Refused(unanswered("message " + id + " of " + chat, result, call));
  }

  private Sighting unanswered(String what, HttpResult result, Call call) {
    return Sighting.withoutAnswer(
        what + " could not be had: " + TelegramApi.reason(result), outcomes.of(result, call));
  }

  private static Copy seen(String chat, long id, JsonNode message) {
    JsonNode date = message.path("forward_origin").path("date");
    if (!date.canConvertToLong()) {
      return new Copy.Refused(
          new Sighting.CannotTell(
              "the copy of message " + id + " of " + chat + " does not say when it was written"));
    }
    Instant at = Instant.ofEpochSecond(date.longValue());
    return new Copy.Seen(new Listing.Entry(Long.toString(id), at, MessageLinks.of(message)));
  }

  // A number far ahead may be of the chat that was configured before.
  private static long lastKnown(Probe probe, long anchor) {
    LongStream near = numbers(probe.othersIds()).filter(id -> id <= anchor + MOST);
    return LongStream.concat(near, numbers(probe.laterIds())).max().orElse(anchor);
  }

  private static LongStream numbers(Set<String> ids) {
    return ids.stream().filter(ForwardedCopies::isNumber).mapToLong(Long::parseLong);
  }

  private static boolean isNumber(String id) {
    return id.matches("[1-9]\\d{0,17}");
  }
}
