package io.broadsheet.generator.translation;

import java.util.ArrayList;
import java.util.List;

/** What one list has and another has not, counting how often. */
final class Lost {

  private Lost() {}

  /** The elements of {@code from} that are left when those of {@code in} are taken away. */
  static <T> List<T> of(List<T> from, List<T> in) {
    List<T> lost = new ArrayList<>(from);
    in.forEach(lost::remove);
    return lost;
  }
}
