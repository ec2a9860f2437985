package io.broadsheet.common.delivery;

import static io.broadsheet.common.delivery.DeliveryState.PARKED;
import static io.broadsheet.common.delivery.DeliveryState.PENDING;
import static io.broadsheet.common.delivery.DeliveryState.POSTED;
import static io.broadsheet.common.delivery.DeliveryState.RETRY;
import static io.broadsheet.common.delivery.DeliveryState.SENDING;
import static io.broadsheet.common.delivery.DeliveryState.SKIPPED;
import static io.broadsheet.common.delivery.DeliveryState.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.event.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command in every state; the table is read from docs/delivery-states.md. */
class CommandRulesTest {

  private static final UUID POST = UUID.fromString("0d9e6d0c-7c0b-4c58-8f0e-0f6f3f3d4a11");
  private static final String HEAD =
      "| the delivery | `retry` | `retry`, force | `skip` | `skip`, force | `confirm-posted` | `republish` |";
  private static final String OUTDATED = "any, a later generation exists";
  private static final String SUPERSEDED = "any, a later command was applied to it";

  private static final List<Command.OfStandingDelivery> COMMANDS =
      List.of(
          new Command.Retry(POST, 1, false),
          new Command.Retry(POST, 1, true),
          new Command.Skip(POST, 1, false),
          new Command.Skip(POST, 1, true),
          new Command.ConfirmPosted(POST, 1, "77", null));

  static Stream<Standing> standings() {
    return Arrays.stream(DeliveryState.values())
        .flatMap(
            state ->
                Stream.of(false, true)
                    .flatMap(
                        claimed ->
                            Stream.of(false, true)
                                .flatMap(
                                    uncertain ->
                                        Stream.of(false, true)
                                            .map(
                                                begun ->
                                                    Standing.of(
                                                        state, claimed, uncertain, begun)))))
        .filter(CommandRulesTest::canBe);
  }

  // Only calls and probes are claimed; a claimed unknown is being probed.
  private static boolean canBe(Standing standing) {
    boolean claimable = standing.state() == SENDING || standing.state() == UNKNOWN;
    boolean fresh = !standing.uncertain() && !standing.begun();
    return (!standing.claimed() || claimable) && (standing.state() != PENDING || fresh);
  }

  private static String row(Standing standing) {
    String name = "`" + standing.state().wireName() + "`";
    return switch (standing.state()) {
      case UNKNOWN -> name + (standing.claimed() ? ", a probe is under way" : "");
      case RETRY -> name + (standing.mayExist() ? ", a part is out or may be" : "");
      case PARKED ->
          name + (standing.uncertain() ? ", may exist" : standing.begun() ? ", parts are out" : "");
      default -> name;
    };
  }

  @ParameterizedTest
  @MethodSource("standings")
  void theTableSaysWhatIsDone(Standing standing) throws Exception {
    List<String> cells = new ArrayList<>();
    COMMANDS.forEach(command -> cells.add(word(CommandRules.judge(command, standing))));
    cells.add(standing.isFinal() ? "a new generation" : "409");

    assertThat(cells).isEqualTo(table().get(row(standing)));
  }

  @Test
  void everyRowOfTheTableIsHeld() throws Exception {
    List<String> rows = new ArrayList<>(standings().map(CommandRulesTest::row).distinct().toList());
    rows.add(OUTDATED);
    rows.add(SUPERSEDED);

    assertThat(table().keySet()).containsExactlyInAnyOrderElementsOf(rows);
  }

  @ParameterizedTest
  @MethodSource("standings")
  void whatIsOlderThanALaterCommandOrGenerationChangesNothing(Standing standing) throws Exception {
    for (int i = 0; i < COMMANDS.size(); i++) {
      Command.OfStandingDelivery command = COMMANDS.get(i);
      assertThat(word(CommandRules.judge(command, with(standing, true, false, true))))
          .isEqualTo(table().get(SUPERSEDED).get(i));
      assertThat(word(CommandRules.judge(command, with(standing, false, false, true))))
          .isEqualTo(table().get(OUTDATED).get(i));
    }
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

  private static Map<String, List<String>> table() throws Exception {
    List<String> lines = Files.readAllLines(Path.of("..", "docs", "delivery-states.md"));
    int head = lines.indexOf(HEAD);
    assertThat(head).as("the table's head").isPositive();
    Map<String, List<String>> table = new LinkedHashMap<>();
    for (int i = head + 2; i < lines.size() && lines.get(i).startsWith("|"); i++) {
      List<String> cells =
          Arrays.stream(lines.get(i).substring(1).split("\\|")).map(String::strip).toList();
      table.put(cells.get(0), cells.subList(1, cells.size()));
    }
    return table;
  }
}
