package io.broadsheet.publisher.command;

import io.broadsheet.common.database.Database;
import io.broadsheet.common.delivery.Verdict;
import io.broadsheet.common.event.Command;
import io.broadsheet.common.event.EventFormat;
import io.broadsheet.common.event.UnreadableEvent;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/** The rows of {@code publisher.command}: first without a result, then with it, for good. */
@ApplicationScoped
class CommandRows {

  private static final Logger LOG = Logger.getLogger(CommandRows.class);

  private static final String RECEIVE =
      """
      insert into publisher.command
        (id, seq, target, kind, post_id, generation, operator, order_reason, ordered_at, event)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::text::jsonb)
      on conflict do nothing
      """;

  // What has no seq came by the publisher's own port and comes first.
  private static final String UNSETTLED =
      """
      select id, coalesce(seq, 0) as place, seq, ordered_at, event::text as event
      from publisher.command
      where result is null and (coalesce(seq, 0), ordered_at, id) > ($1, $2, $3)
      order by 2, ordered_at, id limit $4
      """;

  private static final int PAGE = 500;

  private final Database database;

  CommandRows(Database database) {
    this.database = database;
  }

  /** Inserts it; what is there already stays, so an order may come any number of times. */
  void receive(Order order) {
    Command.OfDelivery delivery = order.ofDelivery().orElse(null);
    database.runRepeatable(
        RECEIVE,
        order.id(),
        order.seq(),
        order.event().target(),
        order.event().command().kind(),
        delivery == null ? null : delivery.postId(),
        delivery == null ? null : delivery.generation(),
        order.event().operator(),
        order.event().reason(),
        order.event().at(),
        order.json());
  }

  /** A command's place in the order in which they were given. */
  record Place(long seq, OffsetDateTime orderedAt, UUID id) {

    /** Before all of them. */
    static final Place START =
        new Place(-1, OffsetDateTime.ofInstant(Instant.EPOCH, ZoneOffset.UTC), new UUID(0, 0));
  }

  /**
   * Some commands.
   *
   * @param next behind which place there may be more; empty if there are none
   */
  record Page(List<Order> orders, Optional<Place> next) {}

  /**
   * The next of those without a result, in the order in which they were given. One that cannot be
   * read, because another version took it in, is refused here: it keeps no other waiting.
   *
   * @param after behind which place: any number may wait, and those behind them are due all the
   *     same
   */
  Page unsettled(Place after) {
    List<Order> orders = new ArrayList<>();
    Place last = after;
    int count = 0;
    for (Row row :
        database.runRepeatable(UNSETTLED, after.seq(), after.orderedAt(), after.id(), PAGE)) {
      last =
          new Place(row.getLong("place"), row.getOffsetDateTime("ordered_at"), row.getUUID("id"));
      count++;
      String json = row.getString("event");
      try {
        orders.add(
            new Order(
                row.getLong("seq"),
                EventFormat.readCommand(json.getBytes(StandardCharsets.UTF_8)),
                json));
      } catch (UnreadableEvent e) {
        UUID id = row.getUUID("id");
        LOG.warnf("command %s is refused, it cannot be read: %s", id, e.getMessage());
        settle(
            id,
            new Verdict.Refuse(
                "this version cannot read it ("
                    + e.getMessage()
                    + "); order it again with the version that can"));
      }
    }
    return new Page(orders, count == PAGE ? Optional.of(last) : Optional.empty());
  }

  /** How one stands: its result and the reason of it; empty if there is none of this id. */
  Optional<Result> result(UUID id) {
    for (Row row :
        database.runRepeatable("select result, reason from publisher.command where id = $1", id)) {
      return Optional.of(new Result(row.getString("result"), row.getString("reason")));
    }
    return Optional.empty();
  }

  /**
   * How a command stands.
   *
   * @param result {@code applied refused superseded}; null while it waits
   * @param reason for a person, or null
   */
  record Result(String result, String reason) {}

  /** Settles one that changes nothing but its own row; nothing happens if it has a result. */
  void settle(Order order, Verdict verdict) {
    settle(order.id(), verdict);
  }

  private void settle(UUID id, Verdict verdict) {
    if (verdict instanceof Verdict.Wait) {
      database.runRepeatable(
          """
          update publisher.command set reason = $2
          where id = $1 and result is null and reason is distinct from $2
          """,
          id,
          verdict.reason());
      return;
    }
    database.runRepeatable(
        """
        update publisher.command set result = $2, reason = $3, settled_at = clock_timestamp()
        where id = $1 and result is null
        """,
        id,
        verdict.result(),
        verdict.reason());
  }
}
