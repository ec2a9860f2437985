package io.broadsheet.publisher.command;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.CommandEvent;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.publisher.delivery.DueSignals;
import io.broadsheet.publisher.delivery.EndSilentSessions;
import io.broadsheet.publisher.replay.Replays;
import io.broadsheet.publisher.testing.MigratedDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;

/** One replica's handling of commands, without Kafka. */
public final class CommandScene {

  private final MigratedDatabase database;
  private final CommandRows rows;
  private final SettleWaiting settleWaiting;
  private final OrderDirectly orderDirectly;

  public CommandScene(MigratedDatabase database, Database replica, DueSignals signals) {
    this.database = database;
    this.rows = new CommandRows(replica);
    SettleCommand settleCommand =
        new SettleCommand(
            rows,
            new ApplyToDelivery(replica, rows, signals),
            new ApplyToTarget(replica, rows, signals),
            new Replays(replica, () -> {}),
            new SimpleMeterRegistry());
    this.settleWaiting = new SettleWaiting(rows, settleCommand, new EndSilentSessions(replica));
    this.orderDirectly = new OrderDirectly(replica, rows, settleCommand);
  }

  /** A command that was ordered now and has come in; settled only by {@link #settle}. */
  public UUID receive(long seq, String target, Command command) {
    OffsetDateTime now =
        OffsetDateTime.parse(database.query("select to_json(clock_timestamp()) #>> '{}'").get(0));
    CommandEvent event =
        new CommandEvent(1, UUID.randomUUID(), target, "anna", "because", now, command);
    receive(seq, event);
    return event.id();
  }

  /** One that has come in, as any number of times it may. */
  public void receive(long seq, CommandEvent event) {
    rows.receive(new Order(seq, event, EventFormat.write(event)));
  }

  /** One by the publisher's own port, whose process could store it and no more. */
  public void receiveDirectly(CommandEvent event) {
    rows.receive(new Order(null, event, EventFormat.write(event)));
  }

  /** One look of the watch: whether something still waits. */
  public boolean settle() {
    return settleWaiting.settleWaiting();
  }

  /** Receives a command and settles it; its result. */
  public String order(long seq, String target, Command command) {
    UUID id = receive(seq, target, command);
    settle();
    return result(id);
  }

  /** Pauses or resumes past outbox and Kafka; its result. */
  public String orderDirectly(String target, Command.OfTarget command) {
    return orderDirectly.order(target, command, "anna", "kafka is down").result();
  }

  /** The result of one, {@code accepted} while it has none. */
  public String result(UUID id) {
    return database
        .query("select coalesce(result, 'accepted') from publisher.command where id = ?", id)
        .get(0);
  }

  /** Why it has this result. */
  public String reason(UUID id) {
    return database.query("select reason from publisher.command where id = ?", id).get(0);
  }

  /** Every result so far. */
  public List<String> results() {
    return database.query(
        "select kind || ' ' || coalesce(result, 'accepted') from publisher.command order by seq");
  }
}
