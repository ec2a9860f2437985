package io.broadsheet.publisher.command;

import io.broadsheet.common.database.Database;
import io.broadsheet.publisher.delivery.EndSilentSessions;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Settles everything that has no result yet, in the order in which it was given. One that fails
 * waits for the next look and keeps no other waiting. For one thread.
 */
@ApplicationScoped
class SettleWaiting {

  private static final Logger LOG = Logger.getLogger(SettleWaiting.class);

  private final CommandRows rows;
  private final SettleCommand settleCommand;
  private final EndSilentSessions endSilentSessions;
  private final Set<UUID> failing = new HashSet<>();

  SettleWaiting(
      CommandRows rows, SettleCommand settleCommand, EndSilentSessions endSilentSessions) {
    this.rows = rows;
    this.settleCommand = settleCommand;
    this.endSilentSessions = endSilentSessions;
  }

  /**
   * Settles them.
   *
   * @return whether one still waits
   * @throws RuntimeException if the database is gone; to be tried again
   */
  boolean settleWaiting() {
    boolean waits = false;
    Set<UUID> failed = new HashSet<>();
    Optional<CommandRows.Place> next = Optional.of(CommandRows.Place.START);
    while (next.isPresent()) {
      CommandRows.Page page = rows.unsettled(next.get());
      for (Order order : page.orders()) {
        waits |= settle(order, failed);
      }
      next = page.next();
    }
    failing.clear();
    failing.addAll(failed);
    return waits;
  }

  private boolean settle(Order order, Set<UUID> failed) {
    try {
      return endSilentSessions.unlocking(() -> settleCommand.settle(order));
    } catch (RuntimeException | Error e) {
      if (Database.isConnectionLoss(e)) {
        throw e;
      }
      // An Error too: it ends neither the other orders nor the thread that settles them.
      failed.add(order.id());
      if (!failing.contains(order.id())) {
        LOG.warnf("command %s waits, it could not be settled: %s: %s", order.id(), order, e);
      }
      return true;
    }
  }
}
