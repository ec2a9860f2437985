package io.broadsheet.publisher.command;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * Pauses or resumes a target past outbox and Kafka, for the hour when Kafka is down. It is written
 * down like every command. An order given through the API before it reverses nothing when Kafka is
 * back; one given after it does.
 */
@ApplicationScoped
public class OrderDirectly {

  private final Database database;
  private final CommandRows rows;
  private final SettleCommand settleCommand;

  OrderDirectly(Database database, CommandRows rows, SettleCommand settleCommand) {
    this.database = database;
    this.rows = rows;
    this.settleCommand = settleCommand;
  }

  /**
   * What became of it.
   *
   * @param id of the command's row
   * @param result {@code applied refused superseded}
   * @param reason for a person, or null
   */
  public record Reply(UUID id, String result, String reason) {}

  /** A pause was ordered until a time that has passed. */
  public static final class TimeHasPassed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TimeHasPassed(OffsetDateTime until) {
      super("until is " + until + ", which has passed; write a time to come, or none");
    }
  }

  /**
   * Orders it.
   *
   * @param operator who orders it
   * @param reason why; may be null
   * @throws TimeHasPassed if it is a pause until a time that is over; nothing is written down
   * @throws RuntimeException if the database does not answer; repeating the order is safe
   */
  public Reply order(String target, Command.OfTarget command, String operator, String reason) {
    OffsetDateTime now =
        database.runRepeatable("select clock_timestamp()").iterator().next().getOffsetDateTime(0);
    if (command instanceof Command.Pause pause
        && pause.until() != null
        && !pause.until().isAfter(now)) {
      throw new TimeHasPassed(pause.until());
    }
    CommandEvent event =
        new CommandEvent(
            CommandEvent.VERSION, UUID.randomUUID(), target, operator, reason, now, command);
    Order order = new Order(null, event, EventFormat.write(event));
    rows.receive(order);
    settleCommand.settle(order);
    CommandRows.Result result = rows.result(order.id()).orElseThrow();
    return new Reply(order.id(), result.result(), result.reason());
  }
}
