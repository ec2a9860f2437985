package io.broadsheet.lab.audit;

import io.broadsheet.lab.audit.Evidence.Attempt;
import io.broadsheet.lab.audit.Evidence.Command;
import io.broadsheet.lab.audit.Evidence.Delivery;
import io.broadsheet.lab.audit.Evidence.Effect;
import io.broadsheet.lab.audit.Evidence.Key;
import io.broadsheet.lab.audit.Evidence.Message;
import io.broadsheet.lab.audit.Evidence.Paper;
import io.broadsheet.lab.audit.Evidence.Part;
import io.broadsheet.lab.audit.Evidence.Place;
import io.broadsheet.lab.audit.Evidence.Post;
import io.broadsheet.lab.audit.Evidence.Request;
import io.broadsheet.lab.audit.Evidence.TargetState;
import io.broadsheet.lab.audit.Evidence.TopicRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** A run of one edition in which nothing went wrong; tests plant faults in it. */
final class PlantedEvidence {

  static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");
  static final Place CHAT = new Place("telegram", "@paper");
  private static final Place ACCOUNT = new Place("telegraph", "paper");

  final UUID other = UUID.randomUUID();
  final Post russian =
      new Post(UUID.randomUUID(), "2026-11-30", "ru", "Русский", Map.of("telegram", NOON));
  final Post english =
      new Post(UUID.randomUUID(), "2026-11-30", "en", "English", Map.of("telegraph", NOON));
  final List<Post> posts = new ArrayList<>(List.of(russian, english));
  final List<Message> outbox = new ArrayList<>();
  final List<Command> commands = new ArrayList<>();
  final Set<UUID> deadLetters = new HashSet<>();
  final List<Delivery> deliveries = new ArrayList<>();
  final List<Part> parts = new ArrayList<>();
  final List<Attempt> attempts = new ArrayList<>();
  final List<TargetState> targets = new ArrayList<>();
  final List<Effect> effects = new ArrayList<>();
  final List<Request> requests = new ArrayList<>();
  final List<TopicRecord> records = new ArrayList<>();
  Set<String> refusedForGood = Set.of();

  PlantedEvidence() {
    delivered(russian, "telegram-ru", "telegram", 1, "17");
    delivered(english, "telegraph-en", "telegraph", 1, "English-11-30");
    effects.add(new Effect(1, NOON, CHAT, "17", "Русский\n\nhttps://example.org"));
    effects.add(new Effect(2, NOON, ACCOUNT, "English-11-30", "English"));
  }

  private void delivered(Post post, String target, String channel, int generation, String id) {
    Message message = new Message(UUID.randomUUID(), "post", target, post.id(), generation);
    outbox.add(message);
    records.add(new TopicRecord("broadsheet.post." + channel, message.id()));
    deliveries.add(
        new Draft(
                new Key(post.id(), target, generation),
                message.id(),
                channel,
                post.title(),
                "posted",
                1,
                id,
                false,
                false)
            .delivery());
    attempts.add(
        new Attempt(
            new Key(post.id(), target, generation),
            1,
            true,
            "call",
            "r",
            NOON,
            NOON,
            "posted",
            id));
  }

  /** A second generation of the Russian post, posted under an id. */
  void republish(String id) {
    delivered(russian, "telegram-ru", "telegram", 2, id);
  }

  /** An order that is on the topics too, about the Russian post. */
  void order(String kind, long seq, String result, boolean revivesSkipped) {
    Message message = new Message(UUID.randomUUID(), "command", "telegram-ru", russian.id(), 1);
    outbox.add(message);
    records.add(new TopicRecord("broadsheet.command", message.id()));
    commands.add(
        new Command(
            message.id(), kind, "telegram-ru", russian.id(), 1, seq, result, revivesSkipped));
  }

  /** Skips the Russian post instead of posting it. */
  void skip() {
    deliver(d -> d.state("skipped").externalId(null));
    attempts.removeIf(attempt -> attempt.key().postId().equals(russian.id()));
    effects.remove(0);
    stamp(Map.of());
  }

  /** Makes the Russian post one in three messages, all of them posted: 17, 18 and 19. */
  void inThreeMessages() {
    deliver(d -> d.parts(3));
    Key key = deliveries.get(0).key();
    for (int part = 1; part <= 3; part++) {
      String id = Integer.toString(16 + part);
      parts.add(new Part(key, part, id));
      if (part > 1) {
        attempts.add(new Attempt(key, part, false, "call", "r", NOON, NOON, "posted", id));
        effects.add(new Effect(1 + part, NOON, CHAT, id, "and so on, number " + part));
      }
    }
  }

  /** Changes the Russian post's delivery. */
  void deliver(UnaryOperator<Draft> change) {
    deliveries.set(0, change.apply(Draft.of(deliveries.get(0))).delivery());
  }

  /** Changes what the Russian post is stamped with. */
  void stamp(Map<String, Instant> postedAt) {
    posts.set(
        0,
        new Post(
            russian.id(), russian.editionDate(), russian.language(), russian.title(), postedAt));
  }

  Evidence evidence() {
    return new Evidence(
        new Paper(
            Set.of("ru", "en"),
            Map.of("telegram-ru", CHAT, "telegraph-en", ACCOUNT),
            Map.of("ru", Set.of("telegram-ru"), "en", Set.of("telegraph-en")),
            refusedForGood),
        posts,
        outbox,
        commands,
        deadLetters,
        deliveries,
        parts,
        attempts,
        targets,
        effects,
        requests,
        Optional.of(records));
  }

  /** A delivery that can still be changed. */
  record Draft(
      Key key,
      UUID eventId,
      String channel,
      String title,
      String state,
      int parts,
      String externalId,
      boolean mayExist,
      boolean leased) {

    static Draft of(Delivery d) {
      return new Draft(
          d.key(),
          d.eventId(),
          d.channel(),
          d.title(),
          d.state(),
          d.parts(),
          d.externalId(),
          d.mayExist(),
          d.leased());
    }

    Draft state(String changed) {
      return new Draft(key, eventId, channel, title, changed, parts, externalId, mayExist, leased);
    }

    Draft parts(int changed) {
      return new Draft(key, eventId, channel, title, state, changed, externalId, mayExist, leased);
    }

    Draft externalId(String changed) {
      return new Draft(key, eventId, channel, title, state, parts, changed, mayExist, leased);
    }

    Draft mayExist(boolean changed) {
      return new Draft(key, eventId, channel, title, state, parts, externalId, changed, leased);
    }

    Draft leased(boolean changed) {
      return new Draft(key, eventId, channel, title, state, parts, externalId, mayExist, changed);
    }

    Delivery delivery() {
      return new Delivery(
          key,
          eventId,
          channel,
          title,
          state,
          parts,
          parts,
          externalId,
          mayExist,
          leased,
          0,
          state.equals("posted") ? NOON : null,
          null);
    }
  }
}
