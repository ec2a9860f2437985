package io.broadsheet.common.delivery;

import static io.broadsheet.common.delivery.DeliveryState.PARKED;
import static io.broadsheet.common.delivery.DeliveryState.POSTED;
import static io.broadsheet.common.delivery.DeliveryState.RETRY;
import static io.broadsheet.common.delivery.DeliveryState.SKIPPED;
import static io.broadsheet.common.delivery.DeliveryState.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.event.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command to a delivery in every state; the table is read from docs/delivery-states.md. Its
 * last columns, and the rows of posts without a delivery, are the generator's to hold.
 */
class CommandRulesTest {

  private static final UUID POST = UUID.fromString("0d9e6d0c-7c0b-4c58-8f0e-0f6f3f3d4a11");

  /** One for each of the table's columns that are judged, in their order. */
  private static final List<Command.OfStandingDelivery> COMMANDS =
      List.of(
          new Command.Retry(POST, 1, false),
          new Command.Retry(POST, 1, true),
          new Command.Skip(POST, 1, false),
          new Command.Skip(POST, 1, true),
          new Command.ConfirmPosted(POST, 1, "77", null));

  private final CommandTable table = CommandTable.read();

  static Stream<Standing> standings() {
    return CommandTable.standings();
  }

  @ParameterizedTest
  @MethodSource("standings")
  void theTableSaysWhatIsDone(Standing standing) {
    assertThat(words(standing)).isEqualTo(judged(CommandTable.row(standing)));
  }

  @Test
  void everyRowOfTheTableIsHeld() {
    List<String> rows = new ArrayList<>(standings().map(CommandTable::row).distinct().toList());
    rows.add(CommandTable.NEVER_SENT);
    rows.add(CommandTable.ON_ITS_WAY);
    rows.add(CommandTable.UNREADABLE);
    rows.add(CommandTable.OUTDATED);
    rows.add(CommandTable.SUPERSEDED);

    assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(rows);
    assertThat(rows)
        .allSatisfy(row -> assertThat(table.cells(row)).hasSameSizeAs(CommandTable.COLUMNS));
  }

  @ParameterizedTest
  @MethodSource("standings")
  void whatIsOlderThanALaterCommandOrGenerationChangesNothing(Standing standing) {
    assertThat(words(with(standing, true, false, true))).isEqualTo(judged(CommandTable.SUPERSEDED));
    assertThat(words(with(standing, false, false, true))).isEqualTo(judged(CommandTable.OUTDATED));
  }

  @ParameterizedTest
  @MethodSource("standings")
  void aCommandWaitsForAnEarlierOneToTheSameDelivery(Standing standing) {
    for (Command.OfStandingDelivery command : COMMANDS) {
      assertThat(CommandRules.judge(command, with(standing, false, true, false)))
          .isInstanceOf(Verdict.Wait.class);
    }
  }

  @Test
  void aRefusalSaysWhatToDo() {
    assertThat(reason(COMMANDS.get(0), Standing.of(UNKNOWN, false, true, false)))
        .contains("confirm-posted", "force");
    assertThat(reason(COMMANDS.get(0), Standing.of(POSTED, false, false, false)))
        .contains("republish");
    assertThat(reason(COMMANDS.get(0), Standing.of(SKIPPED, false, false, false)))
        .contains("republish");
    assertThat(reason(COMMANDS.get(2), Standing.of(RETRY, false, false, true))).contains("parts");
    assertThat(reason(COMMANDS.get(2), Standing.of(PARKED, false, true, false))).contains("force");
  }

  private static Standing with(
      Standing standing, boolean superseded, boolean behind, boolean outdated) {
    return new Standing(
        standing.state(),
        standing.claimed(),
        standing.uncertain(),
        standing.begun(),
        superseded,
        behind,
        outdated);
  }

  private static String reason(Command.OfStandingDelivery command, Standing standing) {
    return CommandRules.judge(command, standing).reason();
  }

  private static String word(Verdict verdict) {
    return verdict instanceof Verdict.Wait ? "waits" : verdict.result();
  }

  private static List<String> words(Standing standing) {
    return COMMANDS.stream().map(command -> word(CommandRules.judge(command, standing))).toList();
  }

  private List<String> judged(String row) {
    return table.cells(row).subList(0, CommandTable.JUDGED);
  }
}
