package io.broadsheet.common.delivery;

import static io.broadsheet.common.delivery.DeliveryState.PENDING;
import static io.broadsheet.common.delivery.DeliveryState.SENDING;
import static io.broadsheet.common.delivery.DeliveryState.UNKNOWN;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What every command does in every state, as {@code docs/delivery-states.md} has it. */
public final class CommandTable {

  /** The table's columns: what {@link CommandRules} judges, and what sends a post. */
  public static final List<String> COLUMNS =
      List.of(
          "`retry`",
          "`retry`, force",
          "`skip`",
          "`skip`, force",
          "`confirm-posted`",
          "`publish`",
          "`republish`");

  /** How many of the columns {@link CommandRules} judges: the first ones. */
  public static final int JUDGED = 5;

  /** The row of a post that was never sent to the target. */
  public static final String NEVER_SENT = "none, and no event";

  /** The row of a post whose event the publisher has not taken in yet. */
  public static final String ON_ITS_WAY = "none, its event is on its way";

  /** The row of a post whose event the publisher could not read. */
  public static final String UNREADABLE = "none, its event is a dead letter";

  /** The row of a delivery that is not its post's newest. */
  public static final String OUTDATED = "any, a later generation exists";

  /** The row of a delivery to which a later command was applied. */
  public static final String SUPERSEDED = "any, a later command was applied to it";

  private final Map<String, List<String>> rows;

  private CommandTable(Map<String, List<String>> rows) {
    this.rows = rows;
  }

  /**
   * Reads it.
   *
   * @throws AssertionError if the document has no such table
   */
  public static CommandTable read() {
    List<String> lines;
    try {
      lines = Files.readAllLines(Path.of("..", "docs", "delivery-states.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String head = "| the delivery | " + String.join(" | ", COLUMNS) + " |";
    int first = lines.indexOf(head);
    if (first < 0) {
      throw new AssertionError("docs/delivery-states.md lacks the line " + head);
    }
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (int i = first + 2; i < lines.size() && lines.get(i).startsWith("|"); i++) {
      List<String> cells =
          Arrays.stream(lines.get(i).substring(1).split("\\|")).map(String::strip).toList();
      rows.put(cells.get(0), cells.subList(1, cells.size()));
    }
    return new CommandTable(rows);
  }

  /** The names of its rows. */
  public Set<String> rows() {
    return rows.keySet();
  }

  /** A row's cells, in the order of {@link #COLUMNS}; null if there is no such row. */
  public List<String> cells(String row) {
    return rows.get(row);
  }

  /** The row of a delivery that no other command or generation has anything to do with. */
  public static String row(Standing standing) {
    String name = "`" + standing.state().wireName() + "`";
    return switch (standing.state()) {
      case UNKNOWN -> name + (standing.claimed() ? ", a probe is under way" : "");
      case RETRY -> name + (standing.mayExist() ? ", a part is out or may be" : "");
      case PARKED ->
          name + (standing.uncertain() ? ", may exist" : standing.begun() ? ", parts are out" : "");
      default -> name;
    };
  }

  /** Every standing that a delivery can have. */
  public static Stream<Standing> standings() {
    List<Boolean> either = List.of(false, true);
    return Arrays.stream(DeliveryState.values())
        .flatMap(
            state ->
                either.stream()
                    .flatMap(
                        claimed ->
                            either.stream()
                                .flatMap(
                                    uncertain ->
                                        either.stream()
                                            .map(
                                                begun ->
                                                    Standing.of(
                                                        state, claimed, uncertain, begun)))))
        .filter(CommandTable::canBe);
  }

  // Only calls and probes are claimed; a claimed unknown is being probed.
  private static boolean canBe(Standing standing) {
    boolean claimable = standing.state() == SENDING || standing.state() == UNKNOWN;
    boolean fresh = !standing.uncertain() && !standing.begun();
    return (!standing.claimed() || claimable) && (standing.state() != PENDING || fresh);
  }
}
