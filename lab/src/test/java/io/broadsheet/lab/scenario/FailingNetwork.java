package io.broadsheet.lab.scenario;

import io.broadsheet.embedded.proxy.Direction;
import io.broadsheet.embedded.proxy.Mode;
import io.broadsheet.embedded.proxy.ProxiedConnection;
import io.broadsheet.embedded.proxy.Watcher;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Hits connections by chance, from a seed, as often as it is told; then the network is whole. */
final class FailingNetwork implements Watcher {

  /** One of so many reads. */
  private static final int SELDOM = 30;

  private static final int LONGEST_CUT = 400;

  private final Random random;
  // In turn, so that a short run too meets every kind.
  private final List<Kind> kinds;
  private final List<Hit> hits = new ArrayList<>();
  private int left;

  /** What happens to a connection. */
  enum Kind {
    RESET,
    /** The bytes after a few more are lost, and nobody hears of it. */
    BLACK_HOLE,
    /** The byte after a few more resets it. */
    CUT,
    /** The receiver sees an end, the sender nothing. */
    HALF_OPEN
  }

  private record Hit(Kind kind, ProxiedConnection connection, Direction direction) {

    /** One whose connection ended before those few more bytes has harmed nobody. */
    boolean hasStruck() {
      return switch (kind) {
        case RESET, HALF_OPEN -> true;
        case BLACK_HOLE, CUT -> connection.hasLost(direction);
      };
    }
  }

  /**
   * @param kinds of what it does
   * @param most how many connections it hits
   */
  FailingNetwork(long seed, Set<Kind> kinds, int most) {
    this.random = new Random(seed);
    this.kinds = new ArrayList<>(kinds);
    Collections.shuffle(this.kinds, random);
    this.left = most;
  }

  @Override
  public synchronized void read(ProxiedConnection connection, Direction direction, byte[] bytes) {
    if (left == 0 || random.nextInt(SELDOM) > 0) {
      return;
    }
    left--;
    Kind kind = kinds.get(left % kinds.size());
    hits.add(new Hit(kind, connection, direction));
    long more = random.nextInt(LONGEST_CUT);
    switch (kind) {
      case RESET -> connection.apply(Mode.reset());
      case BLACK_HOLE -> connection.apply(direction, Mode.blackHoleAfter(more));
      case CUT -> connection.apply(direction, Mode.cutAfter(more));
      case HALF_OPEN -> connection.apply(direction, Mode.halfOpen());
    }
  }

  /** How many connections each kind has hit. */
  synchronized Map<Kind, Integer> hits() {
    Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    hits.stream().filter(Hit::hasStruck).forEach(hit -> counts.merge(hit.kind, 1, Integer::sum));
    return counts;
  }
}
