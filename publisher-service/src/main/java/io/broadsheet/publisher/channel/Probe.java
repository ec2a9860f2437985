package io.broadsheet.publisher.channel;

import java.time.Instant;
import java.util.Set;

/**
 * One permitted look.
 *
 * @param key the key of the calls it looks for; see {@link Call#key()}
 * @param firstCallAt when the first uncertain call of this generation began, by the database's
 *     clock
 * @param othersIds external ids on this target that belong to other posts or generations: never
 *     taken for this one
 * @param deadline by when the probe ends
 */
public record Probe(String key, Instant firstCallAt, Set<String> othersIds, Deadline deadline) {

  public Probe {
    othersIds = Set.copyOf(othersIds);
  }
}
