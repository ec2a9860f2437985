package io.broadsheet.publisher.channel;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a channel showed of its posts, newest and older, judged by one rule for every channel that
 * dates them. A post fits if it carries the link and belongs to nobody else. One that fits, made
 * since the first call, is found. None that fits is absent, if the listing is complete or holds a
 * post older than the first call. Everything else cannot be told, among it two that fit, one that
 * fits but is older than the call, and one that has the link and is known as another post's.
 */
public final class Listing {

  /** How far the channel's clock and the database's may be apart. */
  public static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

  /**
   * One post of the listing.
   *
   * @param id the channel's id
   * @param at when it was made, by the channel's clock
   * @param links the addresses in it
   */
  public record Entry(String id, Instant at, Collection<String> links) {

    public Entry {
      links = List.copyOf(links);
    }
  }

  private final Probe probe;
  private final String link;
  private final UnaryOperator<String> urlOf;
  private final List<Entry> fitting = new ArrayList<>();
  private String contradiction = "";
  private boolean reachesBack;
  private boolean complete;

  /**
   * @param probe what is looked for
   * @param link the link that only this post carries
   * @param urlOf the public address of an id
   */
  public Listing(Probe probe, String link, UnaryOperator<String> urlOf) {
    this.probe = probe;
    this.link = link;
    this.urlOf = urlOf;
  }

  /** Adds a post; those of one listing are added until {@link #isDecided()}. */
  public void add(Entry entry) {
    reachesBack |= isOlder(entry);
    boolean known = fitting.stream().anyMatch(other -> other.id().equals(entry.id()));
    if (known
        || probe.siblingIds().contains(entry.id())
        || entry.links().stream().noneMatch(other -> PostLink.same(link, other))) {
      return;
    }
    if (!probe.othersIds().contains(entry.id())) {
      fitting.add(entry);
    } else if (!isOlder(entry)) {
      contradiction = entry.id();
    }
  }

  /** Says that there are no older posts. */
  public void complete() {
    complete = true;
  }

  /** Whether older posts would change nothing. */
  public boolean isDecided() {
    return reachesBack || complete;
  }

  /** The verdict. */
  public Sighting sighting() {
    List<Entry> recent = fitting.stream().filter(entry -> !isOlder(entry)).toList();
    if (recent.size() == 1) {
      String id = recent.get(0).id();
      return new Sighting.Found(id, urlOf.apply(id));
    } else if (recent.size() > 1) {
      return new Sighting.CannotTell(recent.size() + " posts carry the link " + link);
    } else if (!fitting.isEmpty()) {
      return new Sighting.CannotTell(
          "post " + fitting.get(0).id() + " carries the link and is older than the call");
    } else if (!contradiction.isEmpty()) {
      return new Sighting.CannotTell(
          "post " + contradiction + " carries the link and is known as another post's");
    } else if (isDecided()) {
      return new Sighting.Absent("no post since " + probe.firstCallAt() + " carries the link");
    }
    return new Sighting.CannotTell("the listing does not reach back to " + probe.firstCallAt());
  }

  private boolean isOlder(Entry entry) {
    return entry.at().isBefore(probe.firstCallAt().minus(CLOCK_TOLERANCE));
  }
}
