package io.broadsheet.publisher.delivery;

/**
 * Whether a later generation of a post is known for a target, as a condition for statements. Then
 * the earlier one stays as it is.
 */
public final class LaterGeneration {

  private static final String IN =
      """
      exists (
          select from %2$s later
          where later.post_id = %1$s.post_id and later.target = %1$s.target
            and later.generation > %1$s.generation)""";

  // The event of what was ordered may be on its way, or wait as a dead letter for a version that
  // can read it.
  private static final String ORDERED =
      """
      exists (
          select from publisher.command later
          where later.kind = 'republish' and later.post_id = %1$s.post_id and later.target = %1$s.target
            and later.generation > %1$s.generation)""";

  private LaterGeneration() {}

  /**
   * The condition that one has been taken in or ordered.
   *
   * @param row the earlier one's alias; it has {@code post_id}, {@code target} and {@code
   *     generation}
   */
  public static String than(String row) {
    return "(%s or %s)".formatted(IN.formatted(row, "publisher.delivery"), ORDERED.formatted(row));
  }

  /**
   * The same, or that one comes in the same batch.
   *
   * @param batch a relation with these columns too
   */
  public static String than(String row, String batch) {
    return "(%s or %s)".formatted(than(row), IN.formatted(row, batch));
  }
}
