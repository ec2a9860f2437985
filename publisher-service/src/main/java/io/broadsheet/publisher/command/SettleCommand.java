package io.broadsheet.publisher.command;

import io.broadsheet.common.delivery.Verdict;
import io.broadsheet.common.event.Command;
import io.broadsheet.publisher.inbox.DeadLetters;
import io.broadsheet.publisher.replay.Replays;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.pgclient.PgException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Settles one command that has come in, whatever its kind. */
@ApplicationScoped
class SettleCommand {

  private static final Logger LOG = Logger.getLogger(SettleCommand.class);
  private static final String SETTLED = "broadsheet.commands.settled";

  private final CommandRows rows;
  private final ApplyToDelivery applyToDelivery;
  private final ApplyToTarget applyToTarget;
  private final Replays replays;
  private final MeterRegistry registry;

  SettleCommand(
      CommandRows rows,
      ApplyToDelivery applyToDelivery,
      ApplyToTarget applyToTarget,
      Replays replays,
      MeterRegistry registry) {
    this.rows = rows;
    this.applyToDelivery = applyToDelivery;
    this.applyToTarget = applyToTarget;
    this.replays = replays;
    this.registry = registry;
  }

  /**
   * Settles it, or leaves it waiting for the end of a claim.
   *
   * @return whether it still waits
   * @throws RuntimeException if the database fails; to be tried again
   */
  boolean settle(Order order) {
    Optional<Verdict> verdict = judged(order);
    boolean waits = verdict.filter(Verdict.Wait.class::isInstance).isPresent();
    if (!waits) {
      verdict.ifPresent(settled -> tell(order, settled));
    }
    return waits;
  }

  private void tell(Order order, Verdict verdict) {
    String kind = order.event().command().kind();
    registry.counter(SETTLED, "kind", kind, "result", verdict.result()).increment();
    LOG.infof(
        "%s: %s%s",
        order, verdict.result(), verdict.reason() == null ? "" : ": " + verdict.reason());
  }

  private Optional<Verdict> judged(Order order) {
    try {
      return judge(order);
    } catch (PgException e) {
      if (!DeadLetters.isDataFault(e)) {
        throw e;
      }
      return settleAs(
          order, new Verdict.Refuse("PostgreSQL cannot store it: " + e.getErrorMessage()));
    }
  }

  private Optional<Verdict> judge(Order order) {
    Command command = order.event().command();
    if (command instanceof Command.OfStandingDelivery ofDelivery) {
      return applyToDelivery.apply(order, ofDelivery);
    }
    if (command instanceof Command.OfTarget ofTarget) {
      return applyToTarget.apply(order, ofTarget);
    }
    if (command instanceof Command.Replay replay) {
      return settleAs(order, verdict(replays.accept(order.event(), replay, order.seq())));
    }
    if (command instanceof Command.CancelReplay cancel) {
      return settleAs(order, verdict(replays.cancel(order.event(), cancel)));
    }
    // Publish and republish: the post's own outbox row was made together with the command.
    return settleAs(order, new Verdict.Apply());
  }

  private static Verdict verdict(Optional<String> refusal) {
    return refusal.<Verdict>map(Verdict.Refuse::new).orElseGet(Verdict.Apply::new);
  }

  private Optional<Verdict> settleAs(Order order, Verdict verdict) {
    rows.settle(order, verdict);
    return Optional.of(verdict);
  }
}
