package io.broadsheet.publisher.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The tokens of one target's claims whose answer was lost: each statement may have claimed, and
 * nobody here calls for it. It may also become visible only later: it may wait for a lock, its
 * commit for a disk or for a standby. So the tokens are given back again and again until their
 * attempts were found, or until a lease has passed, whose end settles them. Nobody else holds them,
 * so giving them back is always right. For one thread.
 */
final class ClaimsInDoubt {

  /** How long is waited before they are given back once more. */
  static final Duration BETWEEN_RELEASES = Duration.ofSeconds(1);

  /** The most claims that are remembered; the older ones are left to their leases. */
  static final int MOST = 16;

  private record Lost(Set<UUID> tokens, long leaseEnds) {}

  private final ReleaseClaims releaseClaims;
  private final Duration lease;
  private final Deque<Lost> lost = new ArrayDeque<>();
  private long nextRelease = System.nanoTime();

  /**
   * @param lease how long a claim of this target lasts
   */
  ClaimsInDoubt(ReleaseClaims releaseClaims, Duration lease) {
    this.releaseClaims = releaseClaims;
    this.lease = lease;
  }

  /** Whether there are none. */
  boolean isEmpty() {
    return lost.isEmpty();
  }

  /**
   * Remembers the tokens of one statement.
   *
   * @param tokens those that nobody calls for; none is no claim
   */
  void add(Collection<UUID> tokens) {
    if (tokens.isEmpty()) {
      return;
    }
    if (lost.size() == MOST) {
      lost.removeFirst();
    }
    lost.addLast(new Lost(Set.copyOf(tokens), System.nanoTime() + lease.toNanos()));
    nextRelease = System.nanoTime();
  }

  /**
   * Gives them back, unless that was just done. While it cannot be asked for no further claim may
   * be made: in a long outage the tokens would grow without end.
   *
   * @return whether deliveries were found that are due again now
   * @throws RuntimeException if the database fails; to be tried again
   */
  boolean release() {
    if (lost.isEmpty() || System.nanoTime() - nextRelease < 0) {
      return false;
    }
    List<UUID> tokens = lost.stream().flatMap(claim -> claim.tokens().stream()).toList();
    Set<UUID> found = releaseClaims.release(tokens, Duration.ZERO, "the claim's answer was lost");
    long now = System.nanoTime();
    // A statement commits all its claims at once: where one is found, no other will follow.
    lost.removeIf(
        claim -> claim.tokens().stream().anyMatch(found::contains) || claim.leaseEnds() - now <= 0);
    nextRelease = now + BETWEEN_RELEASES.toNanos();
    return !found.isEmpty();
  }
}
