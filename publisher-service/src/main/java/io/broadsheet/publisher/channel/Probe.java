package io.broadsheet.publisher.channel;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * One permitted look.
 *
 * @param key the key of the calls it looks for; see {@link Call#key()}
 * @param firstCallAt when the first uncertain call of this part began, by the database's clock
 * @param othersIds external ids on this target that belong to other posts, generations or parts:
 *     never taken for this one
 * @param siblingIds those of them that are other generations or parts of the same post: they may
 *     carry its link. Another post's id that carries it is a contradiction, for instance a number
 *     of the chat that was configured before.
 * @param laterIds those of them that were posted since the first uncertain call: what they are is
 *     known without a look
 * @param lastIdBefore the last of them that was there before the first uncertain call
 * @param move the destination's change of address, if one was told
 * @param deadline by when the probe ends
 * @param hold what the target's API last asked for
 */
public record Probe(
    String key,
    Instant firstCallAt,
    Set<String> othersIds,
    Set<String> siblingIds,
    Set<String> laterIds,
    Optional<String> lastIdBefore,
    Optional<Move> move,
    Deadline deadline,
    Hold hold) {

  public Probe {
    othersIds = Set.copyOf(othersIds);
    siblingIds = Set.copyOf(siblingIds);
    laterIds = Set.copyOf(laterIds);
  }

  /** A look at the configured address; what is known from before is of the same post. */
  public Probe(String key, Instant firstCallAt, Set<String> siblingIds, Deadline deadline) {
    this(
        key,
        firstCallAt,
        siblingIds,
        siblingIds,
        Set.of(),
        Optional.empty(),
        Optional.empty(),
        deadline,
        Hold.none());
  }

  /** The right to make the requests of this look, to the API that takes the posts. */
  public Call call() {
    return new Call(key, deadline, move, hold);
  }

  /** The same elsewhere: where a target's posts are read, with a limit of its own. */
  public Call callElsewhere() {
    return new Call(key, deadline);
  }
}
