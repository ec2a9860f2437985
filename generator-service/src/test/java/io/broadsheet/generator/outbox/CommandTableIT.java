package io.broadsheet.generator.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.broadsheet.common.delivery.CommandTable;
import io.broadsheet.common.delivery.Standing;
import io.broadsheet.common.event.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the desk answers to every order in every state: the table of docs/delivery-states.md. */
class CommandTableIT extends OrderTestBase {

  private final CommandTable table = CommandTable.read();

  static Stream<Standing> standings() {
    return CommandTable.standings();
  }

  @ParameterizedTest
  @MethodSource("standings")
  void theTableSaysWhatIsAnswered(Standing standing) {
    deliver(1, standing.state().wireName(), besides(standing));

    assertThat(answers()).isEqualTo(answersOf(CommandTable.row(standing)));
  }

  @Test
  void aPostWithoutADeliveryIsPublishedOnce() {
    assertThat(answers()).isEqualTo(answersOf(CommandTable.NEVER_SENT));

    accepted(desk().publish(anna("new"), post, TARGET));
    settleCommands();
    assertThat(answers()).isEqualTo(answersOf(CommandTable.ON_ITS_WAY));

    eventsAreUnreadable();
    assertThat(answers()).isEqualTo(answersOf(CommandTable.UNREADABLE));
  }

  @ParameterizedTest
  @MethodSource("standings")
  void aRepetitionIsDecidedByEveryGeneration(Standing standing) {
    deliver(1, standing.state().wireName(), besides(standing));
    deliver(2, "posted", "");
    assertThat(repetition()).isEqualTo(repetitionOf(CommandTable.row(standing)));

    onePost();
    deliver(2, standing.state().wireName(), besides(standing));
    deliver(1, "posted", "");
    assertThat(repetition()).isEqualTo(repetitionOf(CommandTable.row(standing)));

    assertThat(sending(CommandTable.OUTDATED)).containsExactly("409", "by every generation");
    assertThat(answer("`publish`")).isEqualTo("409");
  }

  @ParameterizedTest
  @MethodSource("standings")
  void aRepetitionDoesNotAskWhatWasAppliedLast(Standing standing) {
    deliver(1, standing.state().wireName(), besides(standing));
    database.execute("update publisher.delivery set command_seq = 99");

    assertThat(sending(CommandTable.SUPERSEDED)).containsExactly("409", "not asked");
    assertThat(answer("`publish`")).isEqualTo("409");
    assertThat(repetition()).isEqualTo(repetitionOf(CommandTable.row(standing)));
  }

  private static String besides(Standing standing) {
    List<String> columns = new ArrayList<>();
    if (standing.claimed()) {
      columns.add("lease_until = now() + interval '1h'");
    }
    if (standing.uncertain()) {
      columns.add("uncertain_since = now()");
    }
    if (standing.begun()) {
      columns.add("part = 2");
    }
    return String.join(", ", columns);
  }

  /** What is answered to each column's order, none of the others given. */
  private List<String> answers() {
    return CommandTable.COLUMNS.stream().map(this::answer).toList();
  }

  /** The same as the table has it. */
  private List<String> answersOf(String row) {
    List<String> cells = table.cells(row);
    return Stream.concat(
            cells.stream().limit(CommandTable.JUDGED).map(CommandTableIT::answerOf),
            cells.stream().skip(CommandTable.JUDGED))
        .toList();
  }

  /** What the publisher decides, or waits for, is given; what it would refuse, is not. */
  private static String answerOf(String cell) {
    return switch (cell) {
      case "refused" -> "409";
      case "applied", "waits" -> "202";
      default -> cell;
    };
  }

  private List<String> sending(String row) {
    return table.cells(row).subList(CommandTable.JUDGED, CommandTable.COLUMNS.size());
  }

  private String repetition() {
    return answer("`republish`");
  }

  private String repetitionOf(String row) {
    return sending(row).get(1);
  }

  private String answer(String column) {
    return switch (column) {
      case "`retry`" -> answer(() -> retry(desk(), anna("x"), false), "202");
      case "`retry`, force" -> answer(() -> retry(desk(), anna("x"), true), "202");
      case "`skip`" -> answer(() -> skip(anna("x")), "202");
      case "`skip`, force" -> answer(() -> newest(new Command.Skip(post, 1, true)), "202");
      case "`confirm-posted`" ->
          answer(() -> newest(new Command.ConfirmPosted(post, 1, "77", null)), "202");
      case "`publish`" -> answer(() -> desk().publish(anna("x"), post, TARGET), "generation 1");
      case "`republish`" ->
          answer(() -> desk().republish(anna("x"), post, TARGET), "a new generation");
      default -> throw new IllegalArgumentException(column);
    };
  }

  private OrderReply newest(Command.OfStandingDelivery command) {
    return desk().orderOfDelivery(anna("x"), post, TARGET, generation -> command);
  }

  /** The order is taken back, so that the next one finds what this one found. */
  private String answer(Supplier<OrderReply> order, String accepted) {
    List<String> before = database.query("select id from generator.outbox");
    OrderReply reply = order.get();
    database.execute(
        "delete from generator.outbox where id <> all (string_to_array(?, ',')::uuid[])",
        String.join(",", before));
    if (reply instanceof OrderReply.Conflict) {
      return "409";
    }
    return reply instanceof OrderReply.NotFound ? "404" : accepted;
  }
}
