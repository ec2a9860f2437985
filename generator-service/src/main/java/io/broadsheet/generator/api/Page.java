package io.broadsheet.generator.api;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param items in the list's order
 * @param next give it as {@code cursor} for the next page; null on the last
 */
public record Page<T>(List<T> items, String next) {

  static final int MOST = 200;

  public Page {
    items = List.copyOf(items);
  }

  /**
   * Cuts a page from rows that were asked for with one more than it holds.
   *
   * @param cursor of the last item shown
   */
  static <T> Page<T> of(List<T> oneMore, int limit, Function<T, String> cursor) {
    return oneMore.size() <= limit
        ? new Page<>(oneMore, null)
        : new Page<>(oneMore.subList(0, limit), cursor.apply(oneMore.get(limit - 1)));
  }
}
