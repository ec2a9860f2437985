package io.broadsheet.generator.writing;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Who goes first on which day. */
public final class Turn {

  private Turn() {}

  /**
   * The writers in the order of a date: every day another one goes first, and the same one when the
   * same edition is tried again. The first proposes the topic and writes on the first angle.
   *
   * @param writers ordered by name
   */
  public static <T> List<T> of(LocalDate date, List<T> writers) {
    int first = (int) Math.floorMod(date.toEpochDay(), (long) writers.size());
    List<T> order = new ArrayList<>(writers.subList(first, writers.size()));
    order.addAll(writers.subList(0, first));
    return order;
  }
}
